/* Without tp_clear, but what an instance holds is there before it: each cycle leads through
 * another object that can be cleared. */
#define NAME clean_fixed_content
#define DOES_NOT_CLEAR
#define CONTENT_IS_FIXED
#include "references.h"
