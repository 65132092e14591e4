#define NAME member_borrowed
#define STORES_A_BORROWED_REFERENCE
#include "references.h"
