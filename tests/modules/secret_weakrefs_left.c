#define NAME secret_weakrefs_left
#define NEEDS_A_SECRET
#define LEAVES_WEAK_REFERENCES
#include "link.h"
