/* Must not compile for 3.9: heap types are mutable there. */
#include "insulate.h"

unsigned long refused_flags(void);

unsigned long
refused_flags(void)
{
    return INSULATE_IMMUTABLE;
}
