/* What of a file the preprocessor would keep under another Python than the one whose
 * headers were read. */
#ifndef INSULATE_CHECKS_CONDITIONAL_H
#define INSULATE_CHECKS_CONDITIONAL_H

#include <stdint.h>

#include "model/source.h"

enum truth { TRUTH_NO, TRUTH_YES, TRUTH_UNKNOWN };

/* What conditions ask for. */
struct build {
    unsigned version; /* PY_VERSION_HEX */
    unsigned limited; /* Py_LIMITED_API; 0: not defined */
};

/* Is OFFSET of FILE part of the program in BUILD, as far as #if conditions over the
 * version tell?  UNKNOWN where one asks for anything else. */
enum truth offset_is_compiled(const struct source_file *file, uint32_t offset,
                              const struct build *build);

#endif
