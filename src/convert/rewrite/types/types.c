/* A static type becomes slots and a spec ("Changing Static Types to Heap Types"),
 * with the flags that keep what Python code can see of it. */
#include "convert/rewrite/types/types.h"

#include <string.h>

#include "convert/facts/inactive/words.h"
#include "convert/text/includes.h"
#include "convert/facts/nodes.h"
#include "convert/text/places.h"
#include "convert/facts/type_fields.h"
#include "convert/plan/run_time_slots.h"
#include "convert/plan/type_bases.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/insulate_header.h"
#include "convert/rewrite/types/annotations.h"
#include "convert/rewrite/types/gc_protocol.h"
#include "convert/rewrite/types/pickling.h"
#include "convert/rewrite/types/type_creation.h"
#include "convert/rewrite/types/type_functions.h"
#include "convert/rewrite/types/type_slots.h"
#include "convert/rewrite/types/type_text.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char rule[] = "type-not-converted";

enum { TPFLAGS_HAVE_GC = 1 << 14 };

static const char *
flags_text(struct rewriter *r, const struct type_draft *draft, bool adds_gc)
{
    const char *old = text_of_field(r, draft->type, "tp_flags");
    const char *base = base_text(r, draft->type);
    CLEANUP(strbuf_done) struct strbuf added = STRBUF_INIT;

    if (old == NULL) {
        old = "Py_TPFLAGS_DEFAULT";
    }
    if (adds_gc) {
        strbuf_add_string(&added, "Py_TPFLAGS_HAVE_GC | ");
    }
    strbuf_add_string(&added, immutable_flag(r));
    if (!draft->has_new && strcmp(base, "NULL") == 0) {
        strbuf_format(&added, " | %s", no_instances_flag(r));
    }
    r->added_flags[draft->type->id] = arena_copy(r->arena, added.text, added.size);
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

    if (r->plan->is_cxx) {
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

/* The source text of the whole definition, its semicolon left out. */
static bool
definition_range(const struct variable *type, const struct source_file **out_file,
                 uint32_t *out_begin, uint32_t *out_end)
{
    const struct declaration *definition = variable_declaration(type);
    if (definition == NULL || !definition->is_definition || definition->from_macro
        || definition->n_declarators > 1)
    {
        return false;
    }
    *out_file = definition->file;
    *out_begin = definition->begin;
    *out_end = definition->end;
    return true;
}

static void
draft_done(struct type_draft *draft)
{
    strbuf_done(&draft->slots);
    strbuf_done(&draft->members);
    strbuf_done(&draft->before);
}

/* The slots of what the type is given in its initialiser, and at run time. */
static void
add_given_slots(struct rewriter *r, struct type_draft *draft)
{
    const struct variable *type = draft->type;
    const struct variable_plan *plan = plan_of_variable(r->plan, type);
    for (size_t i = 0; i < type->n_initializers; i++) {
        if (run_time_slot(plan, type->initializers[i].field) == NULL) {
            add_field(r, draft, &type->initializers[i]);
        }
    }
    for (size_t i = 0; i < plan->n_slots; i++) {
        const struct given_field *slot = &plan->slots[i];
        if (!is_null(slot->node) && !is_of_spec(slot->name)
            && slot == run_time_slot(plan, slot->name))
        {
            const char *offset = offset_member(slot->name);
            if (offset != NULL) {
                add_offset(r, draft, offset, slot->node, r->given_texts[slot->number]);
                continue;
            }
            add_slot(r, draft, slot->name, r->given_texts[slot->number], slot->node);
        }
    }
}

/* Is what NODE names declared in FILE behind OFFSET only? */
static bool
is_declared_behind(const struct node *node, const struct source_file *file,
                   uint32_t offset)
{
    const struct node *referent = node_referent(node);
    if (referent == NULL || referent->kind != NODE_NAME) {
        return false;
    }
    const struct function *function = referent->function;
    const struct variable *variable = referent->variable;
    size_t n = function != NULL   ? function->n_declarations
               : variable != NULL ? variable->n_declarations
                                  : 0;
    const struct declaration *all = function != NULL   ? function->declarations
                                    : variable != NULL ? variable->declarations
                                                       : NULL;
    for (size_t i = 0; i < n; i++) {
        if (all[i].file != file || all[i].begin < offset) {
            return false;
        }
    }
    return n > 0;
}

/* A type that was given slots at run time, which are declared behind its definition: in
 * front of the function that gave them is where its slots can stand. */
static bool
late_place(const struct conversion *c, const struct variable *type,
           const struct source_file *file, uint32_t begin, uint32_t *out_place)
{
    const struct variable_plan *plan = plan_of_variable(c, type);
    for (size_t i = 0; i < plan->n_slots; i++) {
        const struct node *node = plan->slots[i].node;
        const struct declaration *giver =
            node->within != NULL ? function_definition(node->within) : NULL;
        if (giver != NULL && giver->file == file && giver->begin > begin
            && !giver->from_macro && is_declared_behind(node, file, begin))
        {
            *out_place = place_before(file, giver->begin);
            return true;
        }
    }
    return false;
}

/* Put TEXT, the slots and the spec of TYPE, and in front of it BEFORE where the
 * definition was, or where all that they name is known. */
static void
place_slots(struct rewriter *r, const struct variable *type,
            const struct source_file *file, const char *before, const char *text)
{
    static const char reason[] = "a static type becomes a heap type";
    const struct declaration *d = variable_declaration(type);
    uint32_t place;
    if (!late_place(r->plan, type, file, d->begin, &place)) {
        change_cover(r, file, d->begin, d->end, TEXT(r, "%s%s", before, text), reason);
        return;
    }
    uint32_t comment = place_before(file, d->begin);
    const char *above = text_of(r->plan, file, comment, line_begin(file, d->begin));
    change(r, file, place, place, TEXT(r, "%s%s%s;\n\n", before, above, text), reason);
    remove_text(r, file, comment, after_semicolon(file, d->end), reason);
}

static void
edit_type(struct rewriter *r, const struct variable *type)
{
    const struct variable_plan *plan = plan_of_variable(r->plan, type);
    CLEANUP(draft_done)
    struct type_draft draft = {.type = type,
                               .slots = STRBUF_INIT,
                               .members = STRBUF_INIT,
                               .before = STRBUF_INIT};
    const struct source_file *file;
    uint32_t begin, end;

    if (!definition_range(type, &file, &begin, &end)) {
        const struct declaration *place = variable_declaration(type);
        refuse(
            r->late, rule, place->file, place->name, type->name,
            "the definition of '%s' is shared with another variable or made by a macro",
            type->name);
        return;
    }
    add_given_slots(r, &draft);
    const struct node *old_flags = type_field(type, "tp_flags");
    bool had_gc = old_flags != NULL && old_flags->has_value
                  && (old_flags->value & TPFLAGS_HAVE_GC) != 0;
    /* A subtype of an own type inherits the flag, traverse and clear together. */
    bool inherits = own_base(r->plan, type) != NULL && !draft.has_traverse && !had_gc;
    if (draft.dealloc == NULL && !inherits) {
        generate_dealloc(r, &draft, file);
    }
    if (!draft.has_traverse && !inherits && plan->is_collected) {
        generate_traverse(r, &draft, file);
    }
    const char *record = instance_struct(r, type);
    if (draft.traverse != NULL && record != NULL && draft.dealloc != NULL) {
        visit_members(r, draft.traverse, draft.dealloc, record);
    }
    if (draft.traverse != NULL && record != NULL && draft.clear != NULL) {
        visit_members(r, draft.traverse, draft.clear, record);
    }
    place_members(r, &draft, file);
    const char *getset = annotations_table(r, type, &draft.before);
    if (getset != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_getset, %s},\n", getset);
    }
    const char *methods = reducing_table(r->plan, type, &draft.before);
    if (methods != NULL) {
        strbuf_format(&draft.slots, "\t{Py_tp_methods, %s},\n", methods);
    }

    const char *text = TEXT(
        r, "static PyType_Slot %s_slots[] = {\n%s\t{0, NULL},\n};\n\n%s", type->name,
        draft.slots.text,
        spec_text(r, type,
                  flags_text(r, &draft, !had_gc && !inherits && plan->is_collected)));
    place_slots(r, type, file, draft.before.text, indented(r->plan, file, text, ""));
}

/* Do the files that the compiler begins with include it, so that headers need not? */
static bool
units_include_structmember(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        if (file->is_project && file->is_main && !text_includes(file, "structmember.h"))
        {
            return false;
        }
    }
    return true;
}

/* <structmember.h> has what offset members are made of. */
static void
include_structmember(struct rewriter *r)
{
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable_plan *plan = moving(r->plan, r->source->variables[i]);
        if (plan == NULL || plan->kind != FIELD_TYPE) {
            continue;
        }
        const struct declaration *d = variable_declaration(plan->variable);
        if (text_includes(d->file, "structmember.h")
            || (!d->file->is_main && units_include_structmember(r->plan)))
        {
            continue;
        }
        uint32_t place = include_place(d->file, d->begin);
        if (place != UINT32_MAX) {
            change(r, d->file, place, place, "#include <structmember.h>\n",
                   "for offset members");
        }
    }
}

void
edit_types(struct rewriter *r)
{
    edit_reducing(r);
    for (size_t i = 0; i < r->source->n_variables; i++) {
        const struct variable *variable = r->source->variables[i];
        const struct variable_plan *plan = moving(r->plan, variable);
        if (plan != NULL && plan->kind == FIELD_TYPE && !plan->is_sequence) {
            edit_type(r, variable);
        }
    }
    if (is_required(r, REQUIRES_STRUCTMEMBER)) {
        include_structmember(r);
    }
}
