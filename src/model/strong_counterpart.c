#include "model/strong_counterpart.h"

#include <stddef.h>
#include <string.h>

#include "base/macros.h"

const struct strong_counterpart *
strong_counterpart_of(const char *name)
{
    static const struct strong_counterpart table[] = {
#define STRONG(name, holder, instead) {#name, holder, instead},
#include "model/strong_counterpart.inc"
#undef STRONG
    };
    for (size_t i = 0; i < ARRAY_LENGTH(table); i++) {
        if (strcmp(name, table[i].name) == 0) {
            return &table[i];
        }
    }
    return NULL;
}
