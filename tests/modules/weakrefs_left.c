#define NAME weakrefs_left
#define LEAVES_WEAK_REFERENCES
#include "link.h"
