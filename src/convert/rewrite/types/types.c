/* A static type becomes slots and a spec ("Changing Static Types to Heap Types"),
 * with the flags that keep what Python code can see of it. */
#include "convert/rewrite/types/types.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/type_bases.h"
#include "convert/plan/type_maker.h"
#include "convert/plan/variables.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/types/annotations.h"
#include "convert/rewrite/types/gc_protocol.h"
#include "convert/rewrite/types/pickling.h"
#include "convert/rewrite/types/type_functions.h"
#include "convert/rewrite/types/type_slots.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/includes.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char *
flags_text(struct rewriter *r, const struct type_spec *spec)
{
    const char *old = text_of_field(r, spec->type, "tp_flags");
    CLEANUP(strbuf_done) struct strbuf added = STRBUF_INIT;

    if (old == NULL) {
        old = "Py_TPFLAGS_DEFAULT";
    }
    if (spec->adds_gc) {
        strbuf_add_string(&added, "Py_TPFLAGS_HAVE_GC | ");
    }
    strbuf_add_string(&added, immutable_flag(r));
    if (is_uninstantiable(r->plan, spec->type, spec->has_new)) {
        strbuf_format(&added, " | %s", no_instances_flag(r));
    }
    r->added_flags[spec->type->id] = arena_copy(r->arena, added.text, added.size);
    if (strchr(old, '#') != NULL) {
        return TEXT(r, "%s | %s\n", added.text, old); /* its last line may be #endif */
    }
    return TEXT(r, "%s | %s", old, added.text);
}

static const char *
spec_name(struct rewriter *r, const struct variable *type)
{
    const char *text = text_of_field(r, type, "tp_name");
    if (text == NULL) {
        return "NULL";
    }
    if (!is_plain_name(type) || (r->options->use_header && r->options->abi3 == 0)) {
        return text; /* Insulate_NewType knows names without a dot */
    }
    const struct node *given = type_field(type, "tp_name");
    const struct node *literal = name_literal(type);
    if (node_bare(given) != literal) { /* a variable */
        return TEXT(r, "\"builtins.%s\"", literal->text);
    }
    if (literal != given && literal->origin == ORIGIN_FILE) {
        /* `(char *)"spam"`: only literals can be joined. */
        text = text_of(r->plan, literal->file, literal->begin, literal->end);
    }
    return text[0] == '"' ? TEXT(r, "\"builtins.%s", text + 1)
                          : TEXT(r, "\"builtins.\" %s", text);
}

/* The spec of TYPE, its semicolon left out; C++ gives its fields by their places. */
static const char *
spec_text(struct rewriter *r, const struct variable *type, const char *flags)
{
    const char *size = text_of_field(r, type, "tp_basicsize");
    const char *items = text_of_field(r, type, "tp_itemsize");
    const char *head =
        TEXT(r, "%sPyType_Spec %s_spec = {\n",
             type->storage == STORAGE_STATIC ? "static " : "", type->name);
    const char *name = spec_name(r, type);
    const char *basic = size != NULL ? size : "0";

    if (r->plan->language->is_cxx) {
        return TEXT(r, "%s\t%s,\n\t%s,\n\t%s,\n\t%s,\n\t%s_slots,\n}", head, name,
                    basic, items != NULL ? items : "0", flags, type->name);
    }
    return TEXT(r,
                "%s\t.name = %s,\n\t.basicsize = %s,\n%s\t.flags = %s,\n"
                "\t.slots = %s_slots,\n}",
                head, name, basic,
                items != NULL ? TEXT(r, "\t.itemsize = %s,\n", items) : "", flags,
                type->name);
}

static void
draft_done(struct type_draft *draft)
{
    strbuf_done(&draft->slots);
    strbuf_done(&draft->members);
    strbuf_done(&draft->before);
}

/* Put TEXT, the slots and the spec, and in front of it BEFORE where the
 * definition was, or where all that they name is known. */
static void
place_slots(struct rewriter *r, const struct type_spec *spec, const char *before,
            const char *text)
{
    static const char reason[] = "a static type becomes a heap type";
    const struct declaration *d = variable_declaration(spec->type);
    const struct source_file *file = d->file;
    uint32_t comment = place_before(file, d->begin);
    if (!spec->is_moved && comment < line_begin(file, d->begin) && *before != '\0') {
        change(r, file, comment, comment, before, reason); /* the comment is the type's */
        change_cover(r, file, d->begin, d->end, text, reason);
        return;
    }
    if (!spec->is_moved) {
        change_cover(r, file, d->begin, d->end, TEXT(r, "%s%s", before, text), reason);
        return;
    }
    const char *above = text_of(r->plan, file, comment, line_begin(file, d->begin));
    change(r, file, spec->place, spec->place,
           TEXT(r, "%s%s%s;\n\n", before, above, text), reason);
    remove_text(r, file, comment, after_semicolon(file, d->end), reason);
}

static void
edit_type(struct rewriter *r, const struct type_spec *spec)
{
    const struct variable *type = spec->type;
    const struct source_file *file = variable_declaration(type)->file;
    CLEANUP(draft_done)
    struct type_draft draft = {.spec = spec,
                               .slots = STRBUF_INIT,
                               .members = STRBUF_INIT,
                               .before = STRBUF_INIT};

    add_lines(r, &draft);
    if (spec->makes_dealloc) {
        generate_dealloc(r, &draft, file);
    }
    else if (spec->inherited_dealloc != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_dealloc, %s%s},\n", slot_cast(r->plan),
                      spec->inherited_dealloc->name);
    }
    if (spec->makes_traverse) {
        generate_traverse(r, &draft, file);
    }
    if (spec->makes_clear) {
        generate_clear(r, &draft, file);
    }
    generate_alloc(r, &draft, file);
    place_members(r, &draft, file);
    const char *getset = annotations_table(r, type, &draft.before);
    if (getset != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_getset, %s},\n", getset);
    }
    const char *methods = reducing_table(r->plan, type, &draft.before);
    if (methods != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_methods, %s},\n", methods);
    }

    const char *text =
        TEXT(r, "static PyType_Slot %s_slots[] = {\n%s\t{0, NULL},\n};\n\n%s",
             type->name, draft.slots.text, spec_text(r, type, flags_text(r, spec)));
    for (size_t i = 0; i < spec->n_inactive_tables; i++) {
        const struct inactive_sub_table *table = &spec->inactive_tables[i];
        remove_text(r, table->file, table->range.begin, table->range.end,
                    "the slots replace its fields");
    }
    place_slots(r, spec, draft.before.text, indented(r->plan, file, text, ""));
}

void
edit_types(struct rewriter *r)
{
    edit_reducing(r);
    edit_gc_functions(r);
    for (size_t i = 0; i < r->plan->type_specs->n_items; i++) {
        edit_type(r, &r->plan->type_specs->items[i]);
    }
    for (size_t i = 0; i < r->plan->type_specs->n_includes; i++) {
        const struct member_include *include = &r->plan->type_specs->includes[i];
        uint32_t place = include_place(include->file, include->offset);
        if (place != UINT32_MAX) {
            change(r, include->file, place, place, "#include <structmember.h>\n",
                   "for offset members");
        }
    }
}
