#define NAME "eggs"
#define INIT PyInit_eggs
#include "template.h"
