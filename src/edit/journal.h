/* What a run that writes files keeps, so that the next one can take it back: which files,
 * what they held, what they were to hold.  It lies in a folder of the user's own
 * (state_folder.h), never in the tree, so no project can bring one; it knows the tree by
 * the device, inode and time of birth of its folders, so a copy of the tree is another
 * tree; and the run that it is of by a lock, which ends with that run. */
#ifndef INSULATE_EDIT_JOURNAL_H
#define INSULATE_EDIT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/macros.h"

/* A folder, whatever its path. */
struct place {
    uint64_t device, inode;
    int64_t born_ns; /* 0: the file system does not say */
};

/* Returns -1 with errno if there is no folder at PATH, seen from AT (AT_FDCWD). */
MUST_CHECK int place_of(int at, const char *path, struct place *out);
bool place_equal(const struct place *a, const struct place *b);

/* A text, told from others. */
struct digest {
    uint64_t size, hash;
};

struct digest digest_of(const char *text, size_t size);
bool digest_equal(struct digest a, struct digest b);

enum journal_phase {
    JOURNAL_STAGING,   /* no file is changed yet; spares may lie beside them */
    JOURNAL_REPLACING, /* some files may be changed */
    JOURNAL_DONE,      /* all are; spares may be left */
};

/* One file.  Its spare lies beside it: first the new text, then the old one. */
struct journal_entry {
    const char *path; /* from the root of the journal; no "." or ".." */
    struct place folder;
    const char *spare; /* its name; where two files cannot be exchanged, the old text is
                          in this name with JOURNAL_KEPT at its end */
    bool is_new;       /* there was no file */
    struct digest before, after;
};

#define JOURNAL_KEPT "-old"

struct journal {
    const char *state;  /* the folder of state_folder.h, arena */
    const char *folder; /* of this journal, in it */
    const char *id;     /* 16 hexadecimal digits, in the name of each spare */
    int lock;           /* held by the run that it is of; -1: not held by this process */
    enum journal_phase phase;
    const char *root; /* where the tree was, for messages only */
    struct place at;  /* the root, which all paths begin at */
    struct journal_entry *entries;
    size_t n_entries;
};

/* Make JOURNAL, whose root, place and entries are set, but for the names of spares, those
 * and its id included, and write it down.
 * Errors: another run works in one of the folders, or a dead one has not been recovered. */
MUST_CHECK int journal_begin(struct arena *arena, struct journal *journal,
                             struct error *err);
/* Write it down again, in PHASE, as one step. */
MUST_CHECK int journal_write(struct journal *journal, enum journal_phase phase,
                             struct error *err);
/* Remove it: nothing is left to do for any next run. */
int journal_end(struct journal *journal, struct error *err);
/* Let go of it without removing it. */
void journal_leave(struct journal *journal);

/* What there is of other runs in some folders. */
struct journals {
    struct journal *items; /* of dead runs; not locked */
    size_t n_items, capacity;
    const char *busy;    /* the root of a run that is alive, or NULL */
    const char *foreign; /* a spare of no journal that is known here, or NULL */
};

/* Find those with a file in one of the folders at the N PATHS, and spares there that no
 * journal of this user knows. */
MUST_CHECK int journals_find(struct arena *arena, const char *const *paths, size_t n,
                             struct journals *out, struct error *err);
/* Take over the lock of JOURNAL, of a dead run.  Errors: it is alive. */
MUST_CHECK int journal_seize(struct journal *journal, struct error *err);

#endif
