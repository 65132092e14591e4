/* `#if STATIC / PyObject *PyInit_x(void) / #else / PyMODINIT_FUNC PyInit_x(void) / #endif / {`:
 * the body goes to the module in all branches, and the heads are kept as they are. */
#include "convert/preparation/split_head.h"

#include <string.h>

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "convert/text/places.h"
#include "extension/units.h"
#include "model/extent.h"

/* The conditional that has the head D of BODY, and nothing behind it but the body. */
static bool
conditional_of_head(const struct declaration *d, const struct node *body,
                    struct conditional *out)
{
    for (uint32_t at = 0; conditional_next(d->file, at, d->begin, out); at = out->begin + 1) {
        if (out->last > d->begin && out->last < body->begin) {
            uint32_t end = line_end(d->file, out->last);
            return end <= body->begin
                   && end + strspn(d->file->text + end, " \t\r\n") == body->begin
                   && conditional_has_only_heads(out);
        }
    }
    return false;
}

/* Does a file of the unit have the word NAME? */
static bool
is_taken(const struct source *source, const struct source_file *file, const char *name)
{
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        if (shares_unit(word.file, file) && word_next(&word, name, word.file->size)) {
            return true;
        }
    }
    return false;
}

void
prepare_split_head(struct arena *arena, struct edits *edits, const struct source *source,
                   const struct function *entry)
{
    static const char prefix[] = "PyInit_";
    if (entry == NULL || entry->body == NULL || entry->body->origin != ORIGIN_FILE
        || !string_starts(entry->name, prefix))
    {
        return;
    }
    const struct declaration *d = function_definition(entry);
    const struct node *body = entry->body;
    const struct source_file *file = body->file;
    const char *base = entry->name + strlen(prefix);
    const char *name = arena_format(arena, "%s_setup", base + strspn(base, "_"));
    struct conditional heads;
    if (d->file != file || !conditional_of_head(d, body, &heads)
        || is_taken(source, file, name))
    {
        return;
    }
    uint32_t begin = heads.begin, end = line_end(file, heads.last);
    static const char reason[] = "the body has one head";
    edits_cover(edits, file, begin, end,
                arena_format(arena, "static PyObject *\n%s(void)\n", name), reason);
    edits_cover(edits, file, body->end, body->end,
                arena_format(arena, "\n\n%.*s{\n    return %s();\n}", (int)(end - begin),
                             file->text + begin, name),
                reason);
}
