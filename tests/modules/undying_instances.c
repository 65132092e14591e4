/* A new instance is returned with a reference more than the one that it was made with. */
#define NAME undying_instances
#define RETURNS_A_SECOND_REFERENCE
#include "references.h"
