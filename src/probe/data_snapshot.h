/* Snapshots of the extension's writable segments, and the words that changed between
 * them. */
#ifndef INSULATE_PROBE_DATA_SNAPSHOT_H
#define INSULATE_PROBE_DATA_SNAPSHOT_H

#include "probe/image.h"

/* When a word changed. */
enum stage {
    STAGE_MAIN = 1,   /* import and exercise in the main interpreter */
    STAGE_FIRST = 2,  /* in a first sub-interpreter */
    STAGE_SECOND = 4, /* in a second one */
    STAGE_END = 8,    /* when the second one ended */
};

/* Takes the first snapshot of the extension's writable segments: right after the
 * dynamic linker is done, before any of its functions ran for Python. */
void data_snapshot_begin(const struct image *image);

/* Compares with the last snapshot and takes a new one.  Needs an interpreter whose
 * objects the words may point to attached. */
void data_snapshot_compare(enum stage stage);

/* Reports every word that changed. */
void data_snapshot_report(void);

#endif
