#include "model/binary.h"

const char *
binary_memory_name(enum binary_memory memory)
{
    static const char *const names[] = {"unknown", "constant",  "relro",
                                        "data",    "zero-data", "thread"};
    return names[memory];
}
