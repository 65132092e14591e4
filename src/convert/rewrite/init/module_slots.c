/* The module's table of slots is written, or gets what it lacks. */
#include "convert/rewrite/init/module_slots.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/cxx.h"
#include "convert/facts/inactive/words.h"
#include "convert/plan/exec_body.h"
#include "convert/plan/gil_slot.h"
#include "convert/plan/limited_api.h"
#include "convert/plan/module.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/names.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/replaced_definition.h"
#include "convert/plan/stages.h"
#include "convert/rewrite/changes.h"
#include "convert/rewrite/init/late_slots.h"
#include "convert/rewrite/init/opt_out.h"
#include "convert/text/comments.h"
#include "convert/text/places.h"
#include "convert/text/style.h"
#include "model/extent.h"

/* Stands above the slot of a module whose statics are still to move. */
static const char later[] = "/* All interpreters share the static variables. */";

static const char *
interpreters_slot(const struct conversion *c)
{
    bool is_later = c->stages->is_once;
    if (c->options->abi3 != 0 || c->options->floor >= 0x030C0000) {
        return slots_are_late(c) && c->options->abi3 < 0x030C0000
                   ? ""
                   : TEXT(c, "%s%s%s\t{Py_mod_multiple_interpreters, %s},\n",
                          is_later ? "\t" : "", is_later ? later : "",
                          is_later ? "\n" : "", interpreters_value(c));
    }
    /* An extension for the limited API of an older Python is built with newer headers
     * that hide the slot, or (3.15) its value only; so that itself is asked for. */
    return TEXT(c,
                "#ifdef Py_MOD_PER_INTERPRETER_GIL_SUPPORTED\n%s%s%s"
                "\t{Py_mod_multiple_interpreters, %s},\n#endif\n",
                is_later ? "\t" : "", is_later ? later : "", is_later ? "\n" : "",
                interpreters_value(c));
}

/* RELEASE: the function that m_free is to call, or NULL. */
void
add_slots(const struct rewriter *r, struct strbuf *out, const struct source_file *file,
          const char *release)
{
    CLEANUP(strbuf_done) struct strbuf table = STRBUF_INIT;
    const struct conversion *c = r->plan;
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
    if (r->plan->exec_body->has_work && !is_known
        && (exec->name > definition->begin || definition->within != NULL))
    {
        strbuf_format(&table, "static int %s(PyObject *%s);\n\n", exec_name(c),
                      c->init->module);
    }
    if (c->stages->is_once) {
        add_opt_out(c, &table, r->plan->exec_body->has_work ? exec_name(c) : NULL, release);
    }
    if (replaces_definition(c)) {
        strbuf_add_string(out, indented(c, file, table.text, ""));
        return;
    }
    if (slots_are_late(c)) {
        add_late_slots(c, &table, interpreters_value(c));
    }
    strbuf_format(&table, "static PyModuleDef_Slot %s_slots[] = {\n", c->names->base);
    if (c->stages->is_once || r->plan->exec_body->has_work) {
        strbuf_format(&table, "\t{Py_mod_exec, %s%s},\n", slot_cast(c),
                      c->stages->is_once ? opt_out_exec_name(c) : exec_name(c));
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

/* The line of the slot that holds NAME goes, or NAME becomes TO. */
static void
edit_exec_slot(struct rewriter *r, const struct declaration *table, const char *name,
               const char *to)
{
    const struct source_file *file = table->file;
    struct word word = {.file = file, .end = table->name};
    if (!word_next(&word, name, table->end)) {
        return;
    }
    if (to != NULL) {
        change(r, file, word.begin, word.end, to, "the exec function");
        return;
    }
    uint32_t begin = line_begin(file, word.begin);
    change_cover(r, file, begin, line_end(file, begin), "",
                 "the exec function is empty");
    if (slots_are_late(r->plan)) {
        move_late_slots(r);
    }
}

/* Around and instead of the exec function stands the opt-out; or it stood there. */
static void
edit_opted_out_slot(struct rewriter *r, const struct declaration *table)
{
    if (r->plan->stages->is_once && r->plan->opt_out->exec == NULL
        && r->plan->init->setup != NULL)
    {
        edit_exec_slot(r, table, r->plan->init->setup->name,
                       opt_out_exec_name(r->plan));
    }
    else if (!r->plan->stages->is_once && r->plan->opt_out->exec != NULL
             && r->plan->opt_out->question == NULL)
    {
        edit_exec_slot(r, table, r->plan->opt_out->exec->name,
                       r->plan->init->setup != NULL ? r->plan->init->setup->name
                                                    : NULL);
    }
}

/* Its claim: added where there is none, and raised where an opt-out has lost its
 * reason.  What the author declared stays otherwise. */
void
edit_slot_table(struct rewriter *r, const struct variable *table)
{
    const struct declaration *d = variable_declaration(table);
    const struct source_file *file = d->file;
    struct word word = {.file = file, .end = d->name}, claim = {.file = NULL};
    struct range last, note;

    edit_opted_out_slot(r, d);
    /* A slot that is newer than the oldest Python may stand in a branch for others. */
    while (word_next(&word, "Py_mod_multiple_interpreters", d->end)) {
        claim = word.is_in_directive ? claim : word;
    }
    if (claim.file == NULL && slots_are_late(r->plan)) {
        edit_late_slots(r, interpreters_value(r->plan));
        return;
    }
    if (claim.file == NULL && last_braces(file, d->name, d->end, &last)) {
        uint32_t place = line_begin(file, last.begin);
        if (place > d->name) {
            change(r, file, place, place,
                   indented(r->plan, file, interpreters_slot(r->plan), ""),
                   "supported interpreters");
        }
        return;
    }
    if (r->plan->stages->is_once || !word_next(&claim, NULL, d->end)
        || !word_is(&claim, "Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED"))
    {
        return;
    }
    if (find_comment(file, d->name, d->end, later, &note)) {
        change_cover(r, file, line_begin(file, note.begin), line_end(file, note.begin),
                     "", "the static variables moved");
    }
    change(r, file, claim.begin, claim.end, interpreters_value(r->plan),
           "the static variables moved");
}
