#define NAME clean_class
#include "class.h"
