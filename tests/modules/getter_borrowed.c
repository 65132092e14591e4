#define NAME getter_borrowed
#define RETURNS_A_BORROWED_REFERENCE
#include "references.h"
