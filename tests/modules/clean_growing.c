#define NAME clean_growing
#include "growth.h"
