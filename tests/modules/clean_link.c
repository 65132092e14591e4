#define NAME clean_link
#include "link.h"
