// ContentSchema
