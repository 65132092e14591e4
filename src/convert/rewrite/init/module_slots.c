/* The module's table of slots is written, or gets what it lacks. */
#include "convert/rewrite/init/module_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/lone_module.h"
#include "convert/plan/module.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/stages.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/late_slots.h"
#include "convert/rewrite/init/lone_module.h"
#include "convert/rewrite/init/opt_out.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

static const char *
interpreters_slot(const struct conversion *c)
{
    bool is_later = c->stages->is_once;
    if (c->options->abi3 != 0 || c->options->floor >= 0x030C0000) {
        return slots_are_late(c) && c->options->abi3 < 0x030C0000
                   ? ""
                   : TEXT(c, "%s%s%s\t{Py_mod_multiple_interpreters, %s},\n",
                          is_later ? "\t" : "", is_later ? once_comment() : "",
                          is_later ? "\n" : "", interpreters_value(c));
    }
    /* An extension for the limited API of an older Python is built with newer headers
     * that hide the slot, or (3.15) its value only; so that itself is asked for. */
    return TEXT(c,
                "#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED\n%s%s%s"
                "\t{Py_mod_multiple_interpreters, %s},\n#endif\n",
                is_later ? "\t" : "", is_later ? once_comment() : "", is_later ? "\n" : "",
                interpreters_value(c));
}

const char *
slot_exec_name(const struct conversion *c)
{
    return c->stages->is_once       ? opt_out_exec_name(c)
           : registers_module(c)    ? alone_exec_name(c)
           : c->exec_body->has_work ? exec_name(c)
                                    : NULL;
}

void
add_guarded_exec(const struct conversion *c, struct strbuf *out, const char *inner,
                 const char *release)
{
    if (registers_module(c)) {
        add_alone_exec(c, out, inner);
        inner = alone_exec_name(c);
    }
    if (c->stages->is_once && c->opt_out->exec == NULL) {
        add_opt_out(c, out, inner, release);
    }
}

/* Must the exec function be declared for the slots? */
static bool
is_declared_here(const struct conversion *c)
{
    const struct declaration *exec = function_definition(c->init->setup);
    const struct declaration *definition = variable_declaration(c->module->variable);
    bool is_known = false;
    for (size_t i = 0;
         i < c->init->setup->n_declarations && c->module->entry != c->init->setup; i++)
    {
        const struct declaration *d = &c->init->setup->declarations[i];
        /* A definition that stands inside of it is moved in front of it. */
        uint32_t limit =
            definition->within == c->init->setup ? exec->begin : definition->begin;
        is_known |= d->file != exec->file || d->name < limit;
    }
    return c->exec_body->has_work && !is_known
           && (exec->name > definition->begin || definition->within != NULL);
}

static const char *
exec_declaration(const struct conversion *c)
{
    const struct declaration *exec = function_definition(c->init->setup);
    const struct declaration *definition = variable_declaration(c->module->variable);
    const char *text = TEXT(c, "static int %s(PyObject *%s);\n", exec_name(c), c->init->module);
    bool has_linkage = exec->file == definition->file
                       && is_in_linkage_block(exec->file, exec->begin, definition->begin);
    return has_linkage ? TEXT(c, "extern \"C\" {\n%s}\n\n", text) : TEXT(c, "%s\n", text);
}

void
edit_exec_declaration(struct rewriter *r)
{
    const struct conversion *c = r->plan;
    uint32_t place = c->exec_body->declared;
    if (place != 0 && is_declared_here(c)) {
        change(r, variable_declaration(c->module->variable)->file, place, place,
               exec_declaration(c), "the exec function is no part of the namespace");
    }
}

void
add_slots(const struct rewriter *r, struct strbuf *out, const struct source_file *file,
          const char *release)
{
    CLEANUP(strbuf_done) struct strbuf table = STRBUF_INIT;
    const struct conversion *c = r->plan;
    if (is_declared_here(c) && c->exec_body->declared == 0) {
        strbuf_add_string(&table, exec_declaration(c));
    }
    add_guarded_exec(c, &table, r->plan->exec_body->has_work ? exec_name(c) : NULL, release);
    if (replaces_definition(c)) {
        strbuf_add_string(out, indented(c, file, table.text, ""));
        return;
    }
    if (slots_are_late(c)) {
        add_late_slots(c, &table, interpreters_value(c));
    }
    strbuf_format(&table, "static PyModuleDef_Slot %s_slots[] = {\n", c->names->base);
    if (slot_exec_name(c) != NULL) {
        strbuf_format(&table, "\t{Py_mod_exec, %s%s},\n", slot_cast(c), slot_exec_name(c));
    }
    strbuf_add_string(&table, interpreters_slot(c));
    if ((c->options->abi3 >= 0x030D0000
         || (c->options->abi3 == 0 && c->options->floor >= 0x030D0000))
        && c->gil->slot != NULL)
    {
        strbuf_format(&table, "%s\t{Py_mod_gil, %s},\n",
                      c->gil->comment != NULL ? c->gil->comment : "", c->gil->slot);
    }
    else if (slots_are_late(c)) {
        strbuf_format(&table, "\t{0, NULL},\n%s",
                      c->gil->slot != NULL && c->options->abi3 < 0x030C0000
                          ? "\t{0, NULL},\n"
                          : "");
    }
    else if (c->gil->slot != NULL) {
        strbuf_format(&table, "%s#ifdef %s\n\t{Py_mod_gil, %s},\n#endif\n",
                      c->gil->comment != NULL ? c->gil->comment : "", c->gil->slot,
                      c->gil->slot);
    }
    strbuf_add_string(&table, "\t{0, NULL},\n};\n\n");
    strbuf_add_string(out, indented(c, file, table.text, ""));
}

static void
edit_exec_slot(struct rewriter *r, const struct slot_table_plan *plan)
{
    const struct source_file *file = plan->exec->file;
    if (plan->exec_name != NULL) {
        change(r, file, plan->exec->begin, plan->exec->end, plan->exec_name,
               "the exec function");
        return;
    }
    remove_text(r, file, plan->exec_slot.begin, plan->exec_slot.end,
                "the exec function is empty");
    for (size_t i = 0; i < plan->n_places; i++) {
        const struct node *place = plan->places[i];
        long long number = place->value > 0 ? place->value - 1 : 0;
        change(r, file, place->begin, place->end, TEXT(r, "%lld", number),
               "the exec function is empty");
    }
}

/* The slot on lines of its own, also in a table that stands on one. */
static void
add_claim(struct rewriter *r, const struct slot_table_plan *plan,
          const struct source_file *file)
{
    static const char reason[] = "supported interpreters";
    const struct claim_place *place = &plan->place;
    const char *slot = interpreters_slot(r->plan);
    const char *indent =
        line_indent(r->arena, file, variable_declaration(plan->table)->begin);
    if (place->is_in_line) {
        slot = TEXT(r, "\n%s\t", slot);
    }
    change(r, file, place->at.begin, place->at.end, indented(r->plan, file, slot, indent),
           reason);
    if (place->open.end != 0) {
        change(r, file, place->open.begin, place->open.end,
               indented(r->plan, file, "\n\t", indent), reason);
        change(r, file, place->close.begin, place->close.end, TEXT(r, ",\n%s", indent), reason);
    }
}

/* What it declares: added where there is nothing, and raised where an opt-out has lost its
 * reason.  What the author declared stays otherwise. */
void
edit_slot_table(struct rewriter *r)
{
    static const char reason[] = "the static variables moved";
    const struct slot_table_plan *plan = r->plan->slot_table;
    const struct declaration *d = variable_declaration(plan->table);
    const struct source_file *file = d->file;
    struct range note;

    if (plan->exec != NULL) {
        edit_exec_slot(r, plan);
    }
    switch (plan->step) {
    case SLOTS_STAY:
        break;
    case SLOTS_GET_CLAIM:
        add_claim(r, plan, file);
        break;
    case SLOTS_ARE_RAISED:
        if (find_comment(file, d->name, d->end, once_comment(), &note)) {
            change_cover(r, file, line_begin(file, note.begin),
                         line_end(file, note.begin), "", reason);
        }
        change(r, file, plan->claim.begin, plan->claim.end, interpreters_value(r->plan),
               reason);
        break;
    case LATE_SLOTS_ARE_RAISED:
        raise_late_slots(r, interpreters_value(r->plan));
        break;
    }
}
