/* What the result takes from insulate.h instead of writing it out: with --use-header. */
#include "convert/rewrite/insulate_header.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/rewrite/changes.h"
#include "convert/text/includes.h"
#include "convert/text/places.h"
#include "model/extent.h"

enum { FIRST_WITH_FLAGS = 0x030A0000 };

/* Headers before 3.10 do not name the flags; insulate.h does, and keeps 3.9 from seeing
 * them. */
static const char *
flag(struct rewriter *r, const char *name, const char *of_header)
{
    if (!r->options->use_header || r->options->floor >= FIRST_WITH_FLAGS) {
        return name;
    }
    require_header(r, HEADER_HEAP_TYPES);
    return of_header;
}

const char *
immutable_flag(struct rewriter *r)
{
    return flag(r, "Py_TPFLAGS_IMMUTABLETYPE", "INSULATE_IMMUTABLE_IF_POSSIBLE");
}

const char *
no_instances_flag(struct rewriter *r)
{
    return flag(r, "Py_TPFLAGS_DISALLOW_INSTANTIATION", "INSULATE_NO_INSTANCES");
}

const char *
include_lines(const struct conversion *c, unsigned parts)
{
    return TEXT(c, "%s%s",
                parts & HEADER_BACKPORTS ? "#include \"insulate/backports.h\"\n" : "",
                parts & HEADER_HEAP_TYPES ? "#include \"insulate/heap_types.h\"\n"
                                          : "");
}

static void
include_insulate(struct rewriter *r, unsigned parts, const struct source_file *file,
                 uint32_t offset)
{
    if (includes_header(file, "insulate/backports.h")) {
        parts &= ~(unsigned)HEADER_BACKPORTS;
    }
    if (includes_header(file, "insulate/heap_types.h")
        || includes_header(file, "insulate.h"))
    {
        parts &= ~(unsigned)HEADER_HEAP_TYPES;
    }
    if (parts == 0) {
        return;
    }
    uint32_t place = include_place(file, offset);
    if (place == UINT32_MAX) {
        place = place_before(file, offset);
    }
    change(r, file, place, place, include_lines(r->plan, parts),
           "the result uses the header");
}

void
include_wanted(struct rewriter *r)
{
    for (size_t i = 0; i < r->required.n_wants; i++) {
        include_insulate(r, r->required.wants[i].parts, r->required.wants[i].file,
                         r->required.wants[i].offset);
    }
}

/* --- the end of an instance -------------------------------------------------------- */

void
free_by_header(struct rewriter *r, const struct node *call,
               const struct brackets *arguments, const char *reason)
{
    const struct source_file *file = call->file;
    const struct node *argument = call_argument(call, 0);
    const struct type *type = argument->type;
    bool is_object = type != NULL && strstr(type->canonical, "_object *") != NULL;

    bool has_cast = file->text[brackets_content(arguments).begin] == '(';
    require_header_at(r, HEADER_HEAP_TYPES, file, call->begin);
    change_cover(r, file, call->begin, arguments->open, "Insulate_Free", reason);
    if (!is_object && !has_cast) {
        change(r, file, arguments->open + 1, arguments->open + 1, "(PyObject *)",
               reason);
    }
}
