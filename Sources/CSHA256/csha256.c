#include "csha256.h"
