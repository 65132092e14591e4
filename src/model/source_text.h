/* A text instead of a file. */
#ifndef INSULATE_MODEL_SOURCE_TEXT_H
#define INSULATE_MODEL_SOURCE_TEXT_H

#include <stddef.h>

/* A text that is read in place of the file at REAL_PATH, which need not exist. */
struct source_text {
    const char *real_path; /* absolute, without links */
    const char *text;
    size_t size;
};

#endif
