/* A compiled module from foreign bytes: read, with its debug information, and
 * judged.  Every address of interest is named as well. */
#include "base/arena.h"
#include "binary/file.h"
#include "binary/image.h"
#include "binary/audit.h"
#include "fuzz.h"

static void
name_places(struct image *image, size_t size)
{
    size_t n = 0;
    const struct binary_variable *variables = image_variables(image, &n);
    struct binary_place place;
    for (size_t i = 0; i < n && i < 64; i++) {
        image_place(image, variables[i].address + 1, &place);
    }
    for (size_t i = 0; i < 64; i++) {
        image_place(image, i * (size / 64 + 1), &place);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct findings findings;
    struct module_reports modules;
    struct error err = ERROR_INIT;
    struct binary_file file = {0};
    const char *text = arena_copy(arena, (const char *)bytes, size);
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    if (binary_read(arena, "fuzz.so", text, size, NULL, &file, &err) == 0) {
        binary_audit(&file, "package", &findings, &modules);
        findings_sort(&findings);
    }
    CLEANUP(image_cleanup)
    struct image *image = image_open_bytes(arena, "fuzz.so", text, size, NULL, &err);
    if (image != NULL) {
        name_places(image, size);
    }
    return 0;
}
