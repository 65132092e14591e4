#define NAME lasting_counted
#define TAKES_FOR_NOBODY
#include "growth.h"
