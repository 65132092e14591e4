#include "model/process_wide.h"

const struct process_wide process_wide_table[] = {
#define PROCESS_WIDE(name, words) {name, words},
#include "model/process_wide.inc"
#undef PROCESS_WIDE
    {NULL, NULL},
};
