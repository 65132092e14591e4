/* A wheel from foreign bytes: every compiled member is unpacked, read and judged. */
#include "base/arena.h"
#include "binary/file.h"
#include "binary/audit.h"
#include "binary/wheel.h"
#include "fuzz.h"

static void
on_member(void *data, const char *member, const char *bytes, size_t size,
          const struct error *err)
{
    struct arena *arena = data;
    struct error own = *err;
    struct binary_file file = {0};
    struct findings findings;
    struct module_reports modules;
    findings_init(&findings, arena);
    module_reports_init(&modules, arena);
    if (bytes != NULL && binary_read(arena, member, bytes, size, NULL, &file, &own) == 0) {
        binary_audit(&file, "", &findings, &modules);
    }
}

int
LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct error err = ERROR_INIT;
    if (wheel_read_bytes("fuzz.whl", (const char *)bytes, size, on_member, arena, &err)
        != 0)
    {
        return 0;
    }
    return 0;
}
