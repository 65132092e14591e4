/* A type defines `__annotations__` of its base again. */
#include "convert/rewrite/types/annotations.h"

#include "convert/arena_text.h"
#include "convert/plan/annotations.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"

const char *
annotations_table(struct rewriter *r, const struct variable *type, struct strbuf *out)
{
    const struct repeated_entry *entry = repeated_entry_of(r->plan, type);
    if (entry == NULL) {
        return NULL;
    }
    const struct source_file *file = entry->file;
    const char *text = rendered(r, file, entry->begin, entry->end);
    if (entry->list != NULL) {
        uint32_t place = entry->list->begin + 1;
        change(r, file, place, place,
               TEXT(r, "\n%s%s,", style_of(r->plan, file)->indent, text),
               "annotations of the type would hide those of instances");
        return NULL;
    }
    strbuf_add_string(out, indented(r->plan, file,
                                    TEXT(r,
                                         "static PyGetSetDef %s[] = {\n\t%s,\n"
                                         "\t{NULL, NULL, NULL, NULL, NULL},\n};\n\n",
                                         entry->made, text),
                                    ""));
    return entry->made;
}
