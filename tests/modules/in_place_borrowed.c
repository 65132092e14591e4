/* An operator that works in place returns its instance without a new reference, if
 * that holds something. */
#define NAME in_place_borrowed
#define RETURNS_ITSELF_BORROWED
#include "references.h"
