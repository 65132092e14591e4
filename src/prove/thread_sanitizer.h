/* Data races that a thread sanitizer reports: if the module, and at best Python, are built
 * with one. */
#ifndef INSULATE_PROVE_THREAD_SANITIZER_H
#define INSULATE_PROVE_THREAD_SANITIZER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/strbuf.h"
#include "prove/python.h"

enum { DATA_RACE_STACKS = 2, DATA_RACE_FRAMES = 4 };

struct data_race {
    struct data_race_access {
        const char *what; /* "write of size 8", "previous atomic read of size 4" */
        size_t n_frames; /* without those of the sanitizer itself */
        struct data_race_frame {
            const char *text; /* "function file.c:12 (library.so+0x12)" */
            uint64_t offset;  /* in that library */
        } frames[DATA_RACE_FRAMES];
    } accesses[DATA_RACE_STACKS];
};

/* Is Python one, or does the caller's LD_PRELOAD bring the sanitizer's library? */
bool thread_sanitizer_is_used(const struct python *python);

/* ERRORS, what was written to stderr, if it holds reports, or "".  Allocated from ARENA. */
const char *thread_sanitizer_reports(struct arena *arena, const struct strbuf *errors);

/* The next data race in *TEXT, and *TEXT behind it.  Returns false at the end. */
bool thread_sanitizer_next(struct arena *arena, const char **text,
                           struct data_race *out_race);

/* Does the frame belong to the library of this PATH? */
bool data_race_frame_is_in(const struct data_race_frame *frame, const char *path);

#endif
