#define NAME lasting_dropped
#define RELEASES_WHAT_LASTS
#include "growth.h"
