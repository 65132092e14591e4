/* An operator of five types returns its instance without a new reference: each use of it
 * may crash, and the first crashes must not hide why. */
#define NAME in_place_of_many
#define RETURNS_ITSELF_BORROWED
#define HAS_MORE_TYPES
#include "references.h"
