#include "binary/generator.h"

#include <string.h>

/* Strings that the run-time part of each generator always carries, and the words
 * with which its code refuses to be imported by another interpreter. */
static const struct {
    enum generator generator;
    const char *markers[3]; /* any of them */
    const char *guards[2];
} generators[] = {
    {GENERATOR_CYTHON,
     {"__pyx_capi__", "cython_runtime", "__pyx_state"},
     {"Interpreter change detected - this module can only be loaded into one "
      "interpreter per process.",
      NULL}},
    {GENERATOR_PYBIND11,
     {"__pybind11_internals_v", "pybind11_builtins", NULL},
     {NULL, NULL}},
    {GENERATOR_NANOBIND, {"__nb_internals_v", "nanobind::", NULL}, {NULL, NULL}},
    {GENERATOR_PYO3,
     {"pyo3_runtime", "PyO3 modules", NULL},
     {"PyO3 modules do not yet support subinterpreters",
      "PyO3 modules may only be initialized once per interpreter process"}},
    {GENERATOR_MYPYC,
     {"__mypyc_defaults_setup", "mypyc_attr", "__mypyc.init_"},
     {NULL, NULL}},
    {GENERATOR_SWIG, {"swig_runtime_data", "SwigPyObject", NULL}, {NULL, NULL}},
    {GENERATOR_SIP, {".sip._C_API", "sip.simplewrapper", NULL}, {NULL, NULL}},
    {GENERATOR_CFFI, {"_init_cffi_1_0_external_module", NULL, NULL}, {NULL, NULL}},
};

static bool
region_has(const uint8_t *bytes, uint64_t size, const char *string)
{
    return bytes != NULL && memmem(bytes, (size_t)size, string, strlen(string)) != NULL;
}

/* Is STRING among the constants of the image? */
static bool
image_has_constant(const struct image *image, const char *string)
{
    bool has_sections = false;
    uint64_t searched = 0; /* sections that overlap are searched once */
    for (size_t i = 0; i < image->n_sections; i++) {
        const struct section *section = &image->sections[i];
        if (section->is_writable || section->is_code || !section->has_bytes
            || section->address < searched
            || section->size > UINT64_MAX - section->address
            || strncmp(section->name, ".rodata", 7) != 0)
        {
            continue;
        }
        has_sections = true;
        searched = section->address + section->size;
        if (region_has(image_bytes(image, section->address, section->size),
                       section->size, string))
        {
            return true;
        }
    }
    for (size_t i = 0; i < image->n_segments && !has_sections; i++) {
        const struct segment *segment = &image->segments[i];
        if (!segment->is_writable
            && region_has(image->bytes + segment->offset, segment->file_size, string))
        {
            return true;
        }
    }
    return false;
}

/* Is this the module that GENERATOR's code calls, written by hand?  What cffi writes
 * leaves it to _cffi_backend to create the module. */
static bool
is_run_time_part(const struct image *image, enum generator generator)
{
    return generator == GENERATOR_CFFI && image_imports(image, "PyModule_Create2");
}

void
generator_find(const struct image *image, enum generator *out_generator,
               const char **out_guard)
{
    *out_generator = GENERATOR_NONE;
    *out_guard = NULL;
    for (size_t i = 0; i < ARRAY_LENGTH(generators); i++) {
        bool found = false;
        for (size_t k = 0; k < 3 && !found && generators[i].markers[k] != NULL; k++) {
            found = image_has_constant(image, generators[i].markers[k]);
        }
        if (!found || is_run_time_part(image, generators[i].generator)) {
            continue;
        }
        *out_generator = generators[i].generator;
        for (size_t k = 0; k < 2 && generators[i].guards[k] != NULL; k++) {
            if (image_has_constant(image, generators[i].guards[k])) {
                *out_guard = generators[i].guards[k];
            }
        }
        return;
    }
}
