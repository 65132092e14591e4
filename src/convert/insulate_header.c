/* What the result takes from insulate.h instead of writing it out: with --use-header. */
#include "convert/state.h"

enum { FIRST_WITH_FLAGS = 0x030A0000 };

/* Headers before 3.10 do not name the flags; insulate.h does, and keeps 3.9 from seeing
 * them. */
static const char *
flag(struct conversion *c, const char *name, const char *of_header)
{
    if (!c->options->use_header || c->options->floor >= FIRST_WITH_FLAGS) {
        return name;
    }
    c->uses_header = true;
    return of_header;
}

const char *
immutable_flag(struct conversion *c)
{
    return flag(c, "Py_TPFLAGS_IMMUTABLETYPE", "INSULATE_IMMUTABLE_IF_POSSIBLE");
}

const char *
no_instances_flag(struct conversion *c)
{
    return flag(c, "Py_TPFLAGS_DISALLOW_INSTANTIATION", "INSULATE_NO_INSTANCES");
}

void
include_insulate(struct conversion *c, const struct source_file *file, uint32_t offset)
{
    if (!c->uses_header || includes_header(c, file, "insulate.h")) {
        return;
    }
    uint32_t place = include_place(file, offset);
    if (place == UINT32_MAX) {
        place = place_before(file, offset);
    }
    change(c, file, place, place, "#include \"insulate.h\"\n", "what it has is used");
}
