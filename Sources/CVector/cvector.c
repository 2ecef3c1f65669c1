#include "cvector.h"
