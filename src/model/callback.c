#include "model/callback.h"

#include <string.h>

#include "base/macros.h"

enum callback
callback_of(const char *name)
{
    static const struct {
        const char *name;
        enum callback callback;
    } table[] = {
#define CALLBACK(name, what) {name, CALLBACK_##what},
#include "model/callbacks.inc"
#undef CALLBACK
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            return table[i].callback;
        }
    }
    return CALLBACK_UNKNOWN;
}
