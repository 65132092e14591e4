/* The plan, for people: what moves, who reads it and through what, what stays. */
#include "convert/report/plan_document.h"

#include <string.h>

#include "convert/plan/lost_attributes.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/state_receivers.h"
#include "convert/plan/teardown.h"
#include "convert/report/retained_globals.h"
#include "convert/report/stage_costs.h"
#include "convert/report/wording.h"

/* The functions that use VARIABLE, those that write it first; at most LIMIT. */
static void
write_users(const struct conversion *c, struct strbuf *plan,
            const struct variable *variable, bool is_written, size_t limit)
{
    const struct function *last = NULL;
    size_t n = 0;
    for (size_t i = 0; i < variable->n_uses; i++) {
        const struct node *use = variable->uses[i];
        if (use->within == NULL || use->within == last || use->is_written != is_written)
        {
            continue;
        }
        last = use->within;
        n++;
        if (n <= limit) {
            strbuf_format(plan, "%s`%s`", n == 1 ? "" : ", ", last->name);
        }
    }
    if (n == 0) {
        strbuf_add_string(plan, "nobody");
    }
    else if (n > limit) {
        strbuf_format(plan, " and %zu more", n - limit);
    }
    (void)c;
}

/* TEXT on one line, as code in a cell of a table. */
static void
add_cell(struct strbuf *plan, const char *text)
{
    bool was_blank = false;
    strbuf_add_char(plan, '`');
    for (; *text != '\0'; text++) {
        bool is_blank = strchr(" \t\r\n", *text) != NULL;
        if (is_blank && !was_blank) {
            strbuf_add_char(plan, ' ');
        }
        else if (!is_blank && *text == '|') {
            strbuf_add_string(plan, "\\|");
        }
        else if (!is_blank) {
            strbuf_add_char(plan, *text);
        }
        was_blank = is_blank;
    }
    strbuf_add_char(plan, '`');
}

/* When the field moves, if the stages are applied one after another. */
static const char *
stage_words(const struct variable_plan *variable)
{
    return variable->group == GROUP_STATE ? "state" : "types";
}

static void
write_moves(const struct conversion *c, struct strbuf *plan)
{
    enum { USERS_SHOWN = 4 };
    bool has_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *variable = moving(c, c->fields[i]);
        if (variable == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_format(plan, "### Moved to `%s`\n\n", c->state_type);
            has_any = true;
        }
        strbuf_format(plan, "- `%s` (%s): %s; stage `%s`; written by ", variable->field,
                      place_words(c, variable_declaration(variable->variable)),
                      kind_words(variable, variable->kind), stage_words(variable));
        write_users(c, plan, variable->variable, true, USERS_SHOWN);
        strbuf_add_string(plan, "; read by ");
        write_users(c, plan, variable->variable, false, USERS_SHOWN);
        strbuf_add_char(plan, '\n');
    }
    if (has_any) {
        strbuf_add_char(plan, '\n');
    }
}

static void
write_accessors(const struct conversion *c, struct strbuf *plan)
{
    bool has_any = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *place = function_definition(function);
        if (!plan_of_function(c, function)->needs_state || place == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_add_string(plan, "### Access to the state\n\n");
            has_any = true;
        }
        strbuf_format(plan, "- `%s` (%s): %s\n", function->name, place_words(c, place),
                      access_words(c, function));
    }
    if (has_any) {
        strbuf_add_char(plan, '\n');
    }
}

static void
write_types(const struct conversion *c, struct strbuf *plan)
{
    bool has_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *variable = moving(c, type);
        const struct initializer *flags = variable_initializer(type, "tp_flags");
        if (variable == NULL || variable->added_flags == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_add_string(plan, "### Types\n\n| type | flags | added flags |\n|---|---|---|\n");
            has_any = true;
        }
        const char *old =
            flags != NULL ? text_of(c, flags->file, flags->begin, flags->end) : "0";
        strbuf_format(plan, "| `%s` | ", type->name);
        add_cell(plan, old);
        strbuf_add_string(plan, " | ");
        add_cell(plan, variable->added_flags);
        strbuf_add_string(plan, " |\n");
    }
    strbuf_add_string(plan, has_any ? "\n" : "");
    size_t size = plan->size;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *type = c->source->variables[i];
        const struct variable_plan *variable = moving(c, type);
        const char *message;
        for (size_t k = 0; variable != NULL && variable->kind == FIELD_TYPE
                           && lost_attribute(c, type, k, &message) != NULL;
             k++)
        {
            strbuf_format(plan, "- %s\n", message);
        }
    }
    strbuf_add_string(plan, plan->size > size ? "\n" : "");
}

/* The names of the versions are those of CPython's change log. */
static void
write_declarations(const struct conversion *c, struct strbuf *plan)
{
    unsigned floor = c->options->floor >> 16 & 0xFF;
    strbuf_format(plan,
                  "### Declarations and supported versions\n\n- `%s`, since Python 3.12\n",
                  interpreters_value(c));
    if (c->gil_slot != NULL) {
        strbuf_format(plan, "- `%s`, since Python 3.13\n", c->gil_slot);
    }
    strbuf_format(plan, "- supports Python 3.%u and newer", floor);
    if (c->options->abi3 != 0) {
        strbuf_format(plan, ", in the limited API of 3.%u",
                      c->options->abi3 >> 16 & 0xFF);
    }
    strbuf_add_char(plan, '\n');
    if (c->moves_types && floor < 10) {
        strbuf_add_string(plan, "- Python 3.9 has no immutable heap types: Python code can set attributes of the types there\n");
    }
    strbuf_add_char(plan, '\n');
}

/* What no test of the module alone shows. */
static void
write_review(const struct conversion *c, struct strbuf *plan)
{
    CLEANUP(strbuf_done) struct strbuf notes = STRBUF_INIT;
    bool has_objects = false, has_data = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *variable = moving(c, c->source->variables[i]);
        if (c->uses_at_end && only_counts_up(c, c->source->variables[i])) {
            strbuf_format(&notes,
                          "- `%s` only creates unique numbers: an instance that is deallocated after its module keeps its number\n",
                          variable->field);
        }
        has_objects |= variable != NULL && variable->kind != FIELD_DATA;
        has_data |= variable != NULL && variable->kind == FIELD_DATA;
    }
    strbuf_add_string(plan, "### Review and verification\n\n");
    if (has_objects) {
        strbuf_add_string(
            plan, "- each interpreter has its own classes, exceptions and cached objects; those of one interpreter are unknown in another\n");
    }
    if (has_data) {
        strbuf_add_string(plan, "- settings and counters start again in each module object\n");
    }
    strbuf_add(plan, notes.text, notes.size);
    if (c->moves_types) {
        strbuf_add_string(plan, "- other extensions that use the address of a static type get another object\n");
    }
    strbuf_format(
        plan,
        "- build it, run the tests of the package, and run `insulate prove %s`\n- `insulate compare BEFORE AFTER --module %s` reports the differences that Python code can observe\n\n",
        c->full_name, c->full_name);
}

static size_t
n_in_need(const struct conversion *c, enum access access)
{
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function_plan *plan = plan_of_function(c, c->source->functions[i]);
        n += plan->needs_state && plan->belongs && plan->access == access
             && (access != ACCESS_PARAMETER || takes_state(c, c->source->functions[i]));
    }
    return n;
}

/* Costs are what was measured of the calls themselves; see docs/convert.md. */
static void
write_costs(const struct conversion *c, struct strbuf *plan)
{
    strbuf_add_string(plan, "### Cost\n\n");
    strbuf_format(plan, "- %zu edits%s\n", c->edits.n_items,
                  c->edits.n_new_files > 0 ? ", and a new header" : "");
    size_t n_module = n_in_need(c, ACCESS_MODULE),
           n_handed = n_in_need(c, ACCESS_PARAMETER);
    size_t n_type = n_in_need(c, ACCESS_SELF) + n_in_need(c, ACCESS_CLASS)
                    + n_in_need(c, ACCESS_OPERANDS);
    if (n_module > 0) {
        strbuf_format(
            plan,
            "- functions that get the state from their module, with one call of `PyModule_GetState` each: %zu\n",
            n_module);
    }
    if (n_type > 0 && is_required(c, REQUIRES_BY_TYPE)) {
        strbuf_format(
            plan,
            "- methods and slots that look up the module through the type of their instance, some nanoseconds per call: %zu\n",
            n_type);
    }
    if (n_handed > 0) {
        strbuf_format(plan, "- functions with an additional parameter: %zu\n", n_handed);
    }
    if (c->is_once) {
        strbuf_add_string(plan, "- a second module object or interpreter gets an ImportError\n");
    }
    size_t n_collected = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *type = moving(c, c->source->variables[i]);
        n_collected += type != NULL && type->added_flags != NULL
                       && strstr(type->added_flags, "HAVE_GC") != NULL;
    }
    if (n_collected > 0) {
        strbuf_format(
            plan,
            "- types whose instances are now tracked by the garbage collector, 16 bytes each: %zu\n",
            n_collected);
    }
    strbuf_add_char(plan, '\n');
}

static bool
moves_any(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        if (moving(c, c->source->variables[i]) != NULL) {
            return true;
        }
    }
    return false;
}

void
write_plan(const struct conversion *c, struct strbuf *plan)
{
    strbuf_format(plan, "## %s\n\n", c->full_name);
    if (c->is_multi_phase) {
        strbuf_add_string(plan,
                          "The module already uses multi-phase initialisation.\n\n");
    }
    else if (c->entry != NULL) {
        strbuf_format(plan,
                      "`%s` becomes one line. Its code moves to the `Py_mod_exec` function, which runs for each module object.\n\n",
                      c->entry->name);
    }
    if (c->options->stage == STAGE_STATE && c->whole != NULL && !moves_any(c)
        && moves_any(c->whole))
    {
        strbuf_add_string(plan,
                          "No static variable moves in this stage: each is a type, or is needed by functions of a type, and a static type does not know its module. The result equals that of stage `init`; stage `types` moves all of them.\n\n");
    }
    write_moves(c, plan);
    write_accessors(c, plan);
    write_retained_globals(c, plan);
    if (c->is_refused) {
        strbuf_add_string(plan, "### Not converted\n\nThe module was not changed, because:\n\n");
        for (size_t i = 0; i < c->findings->n_items; i++) {
            const struct finding *finding = &c->findings->items[i];
            if (string_equal(finding->module, c->full_name)) {
                strbuf_format(plan, "- %s:%u: %s\n", finding->path, finding->line,
                              finding->message);
            }
        }
        strbuf_add_char(plan, '\n');
        return;
    }
    write_types(c, plan);
    write_declarations(c, plan);
    write_costs(c, plan);
    write_stage_costs(c, plan);
    write_review(c, plan);
}
