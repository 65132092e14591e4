#define NAME lasting_returned
#define RETURNS_WHAT_LASTS
#include "growth.h"
