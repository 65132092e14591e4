/* The plan's section on what stays process-wide, why, and what guards it. */
#include "convert/report/retained_globals.h"

#include "convert/plan/retained_globals.h"
#include "convert/report/wording.h"
#include "model/lock.h"

struct retained_row {
    const char *what, *why, *guard;
};

static const char *
why_later(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *whole =
        c->whole != NULL ? moving(c->whole, variable) : NULL;
    if (whole == NULL) {
        return "this stage moves no static variables";
    }
    return whole->group == GROUP_TYPES
               ? "stage `types` moves it"
               : "functions of static types need it; stage `types` moves it";
}

/* Fill OUT for what can change, or serves what does; false: nothing writes it. */
static bool
describe(const struct conversion *c, const struct variable *variable,
         struct retained_row *out)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    if (plan->awaits != FIELD_NONE) {
        *out = (struct retained_row){kind_words(plan, plan->awaits),
                                     why_later(c, variable),
                                     "the opt-out: one module object at a time"};
    }
    else if (plan->is_atomic) {
        *out = (struct retained_row){
            "a process-wide setting: a change affects all interpreters",
            c->obstacle != NULL ? c->obstacle : "the module cannot access it otherwise",
            "atomic access"};
    }
    else if (plan->retained_for != NULL) {
        size_t i = 0;
        const struct variable *first = next_retained(c, &i, plan->retained_for);
        const char *why =
            first == variable ? plan->retained_for : TEXT(c, "as `%s`", first->name);
        *out = (struct retained_row){
            "mutable C data", why, "the GIL, so a per-interpreter GIL is not declared"};
    }
    else if (variable == c->opt_out.owner) {
        *out = (struct retained_row){"records which module object uses the static "
                                     "variables",
                                     "the opt-out is for the whole process",
                                     "the opt-out's lock"};
    }
    else if (variable->is_thread_local) {
        *out = (struct retained_row){"data of each thread",
                                     "it belongs to a thread, not to a module",
                                     "each thread has its own"};
    }
    else if (variable->type != NULL && variable->type->kind != TYPE_POINTER
             && type_is_lock(variable->type))
    {
        *out = (struct retained_row){"a lock, or a thread-specific storage key",
                                     "it protects process-wide data", "itself"};
    }
    else {
        return false;
    }
    return true;
}

/* A static of the module that is where it was, also at the end of this stage. */
static bool
is_left(const struct conversion *c, const struct variable *variable)
{
    const struct variable_plan *plan = plan_of_variable(c, variable);
    return plan->belongs && variable->in_project && variable_is_static(variable)
           && variable->storage != STORAGE_EXTERN && variable->type != NULL
           && variable_declaration(variable) != NULL && moving(c, variable) == NULL
           && !plan->is_sub_table && !plan->is_automatic;
}

/* WORDS in a cell of a table. */
static const char *
cell(const struct conversion *c, const char *words)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (; *words != '\0'; words++) {
        strbuf_add_string(&out, *words == '|' ? "\\" : "");
        strbuf_add_char(&out, *words == '\n' ? ' ' : *words);
    }
    return arena_copy(c->arena, out.size > 0 ? out.text : "", out.size);
}

static void
write_unwritten(const struct conversion *c, struct strbuf *plan)
{
    enum { NAMES_SHOWN = 6 };
    struct retained_row ignored;
    size_t n = 0;
    CLEANUP(strbuf_done) struct strbuf names = STRBUF_INIT;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (is_left(c, variable) && !describe(c, variable, &ignored)
            && n++ < NAMES_SHOWN) {
            strbuf_format(&names, "%s`%s`", n == 1 ? "" : ", ", variable->name);
        }
    }
    if (n == 0) {
        return;
    }
    strbuf_format(plan, "Tables and constants that are never written: %s", names.text);
    if (n > NAMES_SHOWN) {
        strbuf_format(plan, " and %zu more", n - NAMES_SHOWN);
    }
    strbuf_add_string(plan, "\n\n");
}

void
write_retained_globals(const struct conversion *c, struct strbuf *plan)
{
    CLEANUP(strbuf_done) struct strbuf rows = STRBUF_INIT;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        struct retained_row retained_row;
        if (!is_left(c, variable) || !describe(c, variable, &retained_row)) {
            continue;
        }
        strbuf_format(&rows, "| `%s` (%s) | %s | %s | %s |\n", variable->name,
                      place_words(c, variable_declaration(variable)),
                      cell(c, retained_row.what), cell(c, retained_row.why),
                      retained_row.guard);
    }
    size_t size = plan->size;
    strbuf_add_string(plan, "### Not moved\n\n");
    size_t head = plan->size;
    if (rows.size > 0) {
        strbuf_format(
            plan,
            "| variable | kind | reason | protected by |\n|---|---|---|---|\n%s\n",
            rows.text);
    }
    write_unwritten(c, plan);
    if (c->not_isolated != NULL) {
        strbuf_format(plan, "%s; a per-interpreter GIL is not declared\n\n",
                      c->not_isolated);
    }
    if (plan->size == head) {
        plan->size = size;
        plan->text[size] = '\0';
    }
}
