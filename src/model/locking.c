#include "model/locking.h"

#include <string.h>

#include "base/macros.h"

enum locking
locking_of(const char *name)
{
    static const struct {
        const char *name;
        enum locking locking;
    } table[] = {
#define LOCKING(name, what) {name, LOCKING_##what},
#include "model/locking.inc"
#undef LOCKING
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        /* Most names end here: it is asked for each call. */
        if (name[0] == table[i].name[0] && strcmp(name, table[i].name) == 0) {
            return table[i].locking;
        }
    }
    return LOCKING_NONE;
}
