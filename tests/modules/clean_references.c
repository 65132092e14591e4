#define NAME clean_references
#include "references.h"
