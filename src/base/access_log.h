/* Which files and folders a run looks for, and which programs it asks: what its answer
 * depends on.
 *
 * All of base/, csource/ and libclang's open() and stat() tell of each look; nobody pays for
 * that until a log is begun. */
#ifndef INSULATE_BASE_ACCESS_LOG_H
#define INSULATE_BASE_ACCESS_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

/* One path, and what was there at the first look. */
struct access {
    const char *path; /* absolute */
    int64_t kind;     /* S_IFMT of its mode; 0: nothing is there */
    bool is_read;     /* else its content, or a folder's entries, do not matter */
    int64_t device, node, size;
    int64_t modified, changed; /* nanoseconds of the real-time clock */
};

/* What a program said. */
struct asked_program {
    const char *const *argv; /* NULL-terminated */
    const char *answer;      /* NULL: it failed */
};

struct access_list {
    struct access *items;
    size_t n_items, capacity;
    struct asked_program *programs;
    size_t n_programs, programs_capacity;
};

/* From now on looks are noted, of all threads. */
void access_log_begin(void);
/* What is looked at in between is none of the run's. */
void access_log_pause(void);
void access_log_resume(void);
/* PATH was read, or could not be.  Any thread; a relative path is one of the current
 * folder. */
void access_log_add(const char *path);
/* It was asked whether there is anything, and of which kind. */
void access_log_add_question(const char *path);
/* The same for the folders in which glob() looks for what PATTERN means. */
void access_log_add_pattern(struct arena *arena, const char *pattern);
/* The program ARGV was asked, and said ANSWER (copied), or failed (NULL). */
void access_log_add_program(const char *const *argv, const char *answer);
/* What was looked for until now, in ARENA; the log ends.  Returns false if the answer may be
 * of something else: one of them was changed since, or so short before that a clock would
 * not show a second change. */
bool access_log_end(struct arena *arena, struct access_list *out);
void access_log_drop(void);

/* What is at PATH now. */
struct access access_look(const char *path);
/* Is what ITEM is about as it was? */
bool access_is_as_it_was(const struct access *item);

#endif
