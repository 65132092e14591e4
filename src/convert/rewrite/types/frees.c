/* Code outside of a dealloc function that frees an instance releases its type, too. */
#include "convert/rewrite/types/frees.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/plan/instance_frees.h"
#include "convert/plan/limited_api.h"
#include "convert/rewrite/changes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"

static void
edit_release(struct rewriter *r, const struct instance_release *release)
{
    const struct node *call = release->call, *argument = release->instance;
    const struct source_file *file = call->file;
    const char *name = rendered(r, file, argument->begin, argument->end);
    const char *old = text_of(r->plan, file, argument->begin, argument->end);
    const char *type = string_equal(old, "tp") ? "type" : "tp";
    bool untracks = release->is_collected
                    && (release->untracks_before == NULL || release->untracks_again);
    const char *lines = TEXT(
        r,
        "{\n\tPyTypeObject *%s = Py_TYPE(%s%s);\n"
        "%s"
        "\t%s(%s);\n"
        "\tPy_DECREF(%s%s);\n}\n",
        type, object_cast(r->plan), name,
        untracks ? TEXT(r, "\tPyObject_GC_UnTrack(%s);\n", name) : "",
        type_function(r->plan, type, "tp_free"), name, object_cast(r->plan), type);
    const char *indent = indent_at(r->plan, file, call->begin);
    const char *block = indented(r->plan, file, lines, indent);
    /* The first line stands where the call stood, the last ends where it ended. */
    size_t size = strlen(block + strlen(indent));
    change_cover(r, file, call->begin, release->end,
                 arena_copy(r->arena, block + strlen(indent), size - 1),
                 "an instance holds a reference to its heap type");
}

/* Before its members go. */
static void
edit_untracking(struct rewriter *r, const struct instance_release *release)
{
    const struct node *statement = release->untracks_before, *argument = release->instance;
    const struct source_file *file = statement->file;
    uint32_t begin = statement->begin, line = line_begin(file, begin);
    bool is_first = line + strspn(file->text + line, " \t") == begin;
    const char *blank =
        is_first ? TEXT(r, "\n%s", indent_at(r->plan, file, begin)) : " ";
    change(r, file, begin, begin,
           TEXT(r, "PyObject_GC_UnTrack(%s);%s",
                rendered(r, argument->file, argument->begin, argument->end), blank),
           "the garbage collector must not see a partly cleared object");
}

void
edit_frees(struct rewriter *r)
{
    for (size_t i = 0; i < r->plan->instance_frees->n_items; i++) {
        const struct instance_release *release = &r->plan->instance_frees->items[i];
        if (release->untracks_before != NULL) {
            edit_untracking(r, release);
        }
        edit_release(r, release);
    }
}
