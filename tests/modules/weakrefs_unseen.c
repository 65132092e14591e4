#define NAME weakrefs_unseen
#define LEAVES_WEAK_REFERENCES
#include "link.h"
