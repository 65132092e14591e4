#include "model/process_wide.h"

const struct process_wide process_wide_table[] = {
#define PROCESS_WIDE(name, words) {name, words, false},
#define THREAD_UNSAFE(name, words) {name, words, true},
#include "model/process_wide.inc"
#undef PROCESS_WIDE
#undef THREAD_UNSAFE
    {NULL, NULL, false},
};
