/* CPython before 3.14 makes `__annotations__` for any heap type that is asked for them,
 * and keeps them in the type's dictionary; there they hide an attribute of that name that
 * a base defines for its instances.  So each type below such a base defines it again. */
#include "convert/rewrite/types/annotations.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/used_names.h"
#include "convert/plan/slot_values.h"
#include "convert/plan/type_bases.h"
#include "convert/rewrite/changes.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char name[] = "__annotations__";

static const struct variable *
getset_table(const struct conversion *c, const struct variable *type)
{
    const struct node *value = slot_value(c, type, "tp_getset");
    const struct node *table = value != NULL ? node_referent(value) : NULL;
    return table != NULL && table->kind == NODE_NAME ? table->variable : NULL;
}

/* The braces of the entry `__annotations__` in TABLE. */
static bool
find_entry(const struct variable *table, const struct source_file **out_file,
           uint32_t *out_begin, uint32_t *out_end)
{
    for (size_t i = 0; table != NULL && i < table->n_initializers; i++) {
        const struct initializer *item = &table->initializers[i];
        const struct node *text = node_bare(item->value);
        if (strcmp(item->field, "name") != 0 || text == NULL
            || text->kind != NODE_STRING || text->text == NULL
            || strcmp(text->text, name) != 0 || item->from_macro)
        {
            continue;
        }
        struct brackets braces;
        if (!brackets_around(item->file, item->begin, &braces)) {
            return false;
        }
        *out_file = item->file;
        *out_begin = braces.open;
        *out_end = braces.close + 1;
        return true;
    }
    return false;
}

/* The entry that TYPE has to repeat, as text, or NULL. */
static const char *
inherited_entry(struct rewriter *r, const struct variable *type)
{
    const struct declaration *place = variable_declaration(type);
    const struct source_file *file;
    uint32_t begin, end;
    int depth = 0;

    if (r->options->floor >= 0x030E0000
        || find_entry(getset_table(r->plan, type), &file, &begin, &end))
    {
        return NULL;
    }
    for (const struct variable *base = own_base(r->plan, type);
         base != NULL && depth < 16; base = own_base(r->plan, base), depth++)
    {
        if (find_entry(getset_table(r->plan, base), &file, &begin, &end)) {
            /* The functions must be known where TYPE is. */
            return file == place->file && end < place->begin
                       ? rendered(r, file, begin, end)
                       : NULL;
        }
    }
    return NULL;
}

const char *
annotations_table(struct rewriter *r, const struct variable *type, struct strbuf *out)
{
    static const char reason[] =
        "annotations of the type would hide those of instances";
    const char *entry = inherited_entry(r, type);
    const struct variable *table = getset_table(r->plan, type);
    const struct source_file *file = variable_declaration(type)->file;

    if (entry == NULL) {
        return NULL;
    }
    if (table == NULL && slot_value(r->plan, type, "tp_getset") == NULL) {
        const char *made = TEXT(r, "%s_getset", type->name);
        if (name_is_used(r->plan, made)) {
            made = TEXT(r, "%s_heap_getset", type->name);
        }
        strbuf_add_string(out,
                          indented(r->plan, file,
                                   TEXT(r,
                                        "static PyGetSetDef %s[] = {\n\t%s,\n"
                                        "\t{NULL, NULL, NULL, NULL, NULL},\n};\n\n",
                                        made, entry),
                                   ""));
        return made;
    }
    const struct node *list = table != NULL ? table->initial : NULL;
    if (list != NULL && list->origin == ORIGIN_FILE && list->kind == NODE_INIT_LIST
        && list->file == file)
    {
        uint32_t place = list->begin + 1;
        change(r, file, place, place,
               TEXT(r, "\n%s%s,", style_of(r->plan, file)->indent, entry), reason);
    }
    return NULL;
}
