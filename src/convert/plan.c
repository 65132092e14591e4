/* The plan, for people: what moves, who reads it and through what, what stays. */
#include "convert/conversion.h"

#include <string.h>

static const char *
kind_words(const struct variable_plan *plan)
{
    switch (plan->kind) {
    case FIELD_OBJECT:
        return plan->variable->type->kind == TYPE_ARRAY ? "Python objects"
                                                        : "a Python object";
    case FIELD_TYPE:
        return "a static type, which becomes a heap type";
    case FIELD_RECORD:
        return "a C struct that holds Python objects";
    case FIELD_DATA:
        return "C data that changes while the program runs";
    case FIELD_NONE:
        break;
    }
    return "";
}

static const char *
access_words(const struct conversion *c, const struct function *function)
{
    const struct function_plan *plan = plan_of_function(c, function);
    if (function == c->setup) {
        return "the module it executes";
    }
    if (plan->is_init && !plan->has_role) {
        return plan->gets_module             ? "the module, a new first parameter"
               : plan->module_parameter >= 0 ? "the module, which its caller hands over"
                                             : "its callers: a new first parameter";
    }
    switch (plan->access) {
    case ACCESS_MODULE:
        return "its module argument";
    case ACCESS_HOOK:
    case ACCESS_INIT:
        return "the module it is called for";
    case ACCESS_SELF:
        return "the type of its instance";
    case ACCESS_OBJECT:
        return "the type of the instance it is handed";
    case ACCESS_CLASS:
        return "the type it is called on";
    case ACCESS_OPERANDS:
        return "the type of either operand";
    case ACCESS_PARAMETER:
        return "its callers: a new first parameter";
    case ACCESS_TEARDOWN:
    case ACCESS_UNREACHABLE:
        break;
    }
    return "nothing: it cannot reach the state";
}

static const char *
place_words(const struct conversion *c, const struct declaration *declaration)
{
    return TEXT(c, "%s:%u", declaration->file->path,
                source_line(declaration->file, declaration->name));
}

static void
write_moves(const struct conversion *c, struct strbuf *plan)
{
    bool has_any = false;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *variable = moving(c, c->source->variables[i]);
        if (variable == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_format(plan, "### What moves into `%s`\n\n", c->state_type);
            has_any = true;
        }
        strbuf_format(plan, "- `%s` (%s): %s\n", variable->field,
                      place_words(c, variable_declaration(variable->variable)),
                      kind_words(variable));
    }
    if (has_any) {
        strbuf_add_char(plan, '\n');
    }
}

static void
write_readers(const struct conversion *c, struct strbuf *plan)
{
    bool has_any = false;
    for (size_t i = 0; i < c->source->n_functions; i++) {
        const struct function *function = c->source->functions[i];
        const struct declaration *place = function_definition(function);
        if (!plan_of_function(c, function)->is_needy || place == NULL) {
            continue;
        }
        if (!has_any) {
            strbuf_add_string(plan, "### Who reads it, and through what\n\n");
            has_any = true;
        }
        strbuf_format(plan, "- `%s` (%s): %s\n", function->name, place_words(c, place),
                      access_words(c, function));
    }
    if (has_any) {
        strbuf_add_char(plan, '\n');
    }
}

/* Costs are what was measured of the calls themselves; see docs/convert.md. */
static void
write_costs(const struct conversion *c, struct strbuf *plan)
{
    strbuf_add_string(plan, "### What it costs\n\n");
    strbuf_format(plan, "- %zu edits%s\n", c->edits.n_items,
                  c->edits.n_new_files > 0 ? ", and a new header" : "");
    if (c->uses_by_type) {
        strbuf_add_string(plan, "- methods and slots look the module up by the type of "
                                "their instance, some nanoseconds a call\n");
    }
    if (c->moves_types) {
        strbuf_add_string(plan,
                          "- instances are tracked by the garbage collector, which "
                          "is 16 bytes each\n");
    }
    strbuf_add_char(plan, '\n');
}

void
write_plan(const struct conversion *c, struct strbuf *plan)
{
    strbuf_format(plan, "## %s\n\n", c->full_name);
    if (c->is_multi_phase) {
        strbuf_add_string(plan,
                          "The module has multi-phase initialisation already.\n\n");
    }
    else if (c->entry != NULL) {
        strbuf_format(plan,
                      "`%s` becomes one line; what it did is done by the function in "
                      "`Py_mod_exec`, for each module object.\n\n",
                      c->entry->name);
    }
    write_moves(c, plan);
    write_readers(c, plan);
    if (c->not_isolated != NULL) {
        strbuf_format(plan,
                      "### What stays\n\n- %s; so an interpreter with a GIL of its "
                      "own is not promised\n\n",
                      c->not_isolated);
    }
    if (c->is_refused) {
        strbuf_add_string(plan, "### What is in the way\n\nNothing of this module was "
                                "changed, because:\n\n");
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
    write_costs(c, plan);
}
