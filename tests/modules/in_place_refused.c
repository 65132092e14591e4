/* An operator that refuses its operand keeps a reference to the instance, if that holds
 * something. */
#define NAME in_place_refused
#define KEEPS_ITSELF_ON_ERROR
#include "references.h"
