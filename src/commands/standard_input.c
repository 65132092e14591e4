#include "commands/standard_input.h"

#include <stdio.h>

#include "base/strbuf.h"

int
standard_input_read(struct arena *arena, int64_t limit, const char **out_text,
                    size_t *out_size, struct error *err)
{
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    char part[1 << 16];
    size_t size;
    while ((size = fread(part, 1, sizeof part, stdin)) > 0) {
        if ((int64_t)(text.size + size) > limit) {
            return error_set(err, ERROR_LIMIT,
                             "the text on stdin is larger than %lld MiB",
                             (long long)(limit >> 20));
        }
        strbuf_add(&text, part, size);
    }
    if (ferror(stdin)) {
        return error_set_errno(err, "cannot read stdin");
    }
    *out_text = arena_copy(arena, text.size > 0 ? text.text : "", text.size);
    *out_size = text.size;
    return 0;
}
