/* version-floor: names that the oldest Python does not have. */
#include "checks/check.h"
#include "extension/api_use.h"
#include "extension/conditional.h"

static void
check_use(const struct api_use *use, void *data)
{
    struct check *check = data;
    unsigned floor = check->versions.floor;
    struct build build = {.version = floor, .limited = check->versions.abi3};
    if (use->api == NULL || (unsigned)use->api->added <= (floor >> 16 & 0xff)
        || offset_is_compiled(use->file, use->offset, &build) != TRUTH_YES)
    {
        return;
    }
    check_add(
        check, "version-floor", use->file, use->offset, use->name,
        "%s requires Python 3.%d, but the sources support 3.%u; guard it with #if "
        "PY_VERSION_HEX >= 0x03%02x00f0 and add a fallback for older versions",
        use->name, use->api->added, floor >> 16 & 0xff, (unsigned)use->api->added);
}

void
check_version_floor(struct check *check)
{
    if (check->versions.floor != 0) {
        api_uses_visit(check->arena, check->source, check_use, check);
    }
}
