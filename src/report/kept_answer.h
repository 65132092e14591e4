/* What a run has printed and what that depends on, as JSON: a file of `check --cache`. */
#ifndef INSULATE_REPORT_KEPT_ANSWER_H
#define INSULATE_REPORT_KEPT_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

#include "base/access_log.h"
#include "base/arena.h"
#include "base/macros.h"
#include "base/strbuf.h"

/* What a run prints, in order. */
struct printed_part {
    bool is_error; /* on stderr */
    const char *text;
    size_t size;
};

struct transcript {
    struct printed_part *items;
    size_t n_items, capacity;
};

struct kept_answer {
    int code; /* of the exit */
    struct transcript printed;
    struct access_list looks;
};

/* Append ANSWER to OUT.  Returns false, and appends nothing, if it cannot be written so: a
 * name that is no UTF-8. */
bool kept_answer_print(const struct kept_answer *answer, struct strbuf *out);
/* Read what kept_answer_print has made, into ARENA.  Returns false if TEXT is something
 * else. */
bool kept_answer_read(struct arena *arena, const char *text, size_t size,
                      struct kept_answer *out);

#endif
