#include "model/binary.h"

const char *
binary_memory_name(enum binary_memory memory)
{
    static const char *const names[] = {"unknown", "constant",  "relro",
                                        "data",    "zero-data", "thread"};
    return names[memory];
}

const char *
binary_generator_name(enum binary_generator generator)
{
    static const char *const names[] = {
        NULL, "Cython", "pybind11", "nanobind", "PyO3", "mypyc", "SWIG", "SIP", "cffi"};
    return names[generator];
}
