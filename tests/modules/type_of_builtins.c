/* A static type without a dot in its name is one of `builtins`, and so is the heap type
 * that a conversion makes of it: it is the module's own all the same. */
#define NAME type_of_builtins
#define TYPE_NAME "builtins.Thing"
#define FORGETS_TO_DROP_TYPE
#include "heap_type.h"
