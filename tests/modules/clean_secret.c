#define NAME clean_secret
#define NEEDS_A_SECRET
#include "link.h"
