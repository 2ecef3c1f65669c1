// Registries
