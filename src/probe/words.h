/* The writable words of the extension: what they were, what became of them. */
#ifndef INSULATE_PROBE_WORDS_H
#define INSULATE_PROBE_WORDS_H

#include "probe/image.h"

/* When a word changed. */
enum stage {
    STAGE_MAIN = 1,   /* import and exercise in the main interpreter */
    STAGE_FIRST = 2,  /* in a first sub-interpreter */
    STAGE_SECOND = 4, /* in a second one */
    STAGE_END = 8,    /* when the second one ended */
};

/* Takes the first picture of the extension's writable segments: right after the
 * dynamic linker is done, before any of its functions ran for Python. */
void words_begin(const struct image *image);

/* Compares with the last picture and takes a new one.  Needs an interpreter whose
 * objects the words may point to attached. */
void words_compare(enum stage stage);

/* Reports every word that changed. */
void words_report(void);

#endif
