/* What stays process-wide, why, and what guards it. */
#include "convert/plan/retained_globals.h"

#include <string.h>

/* --- deciding -------------------------------------------------------------------- */

void
retain_global(struct conversion *c, const struct variable *variable, const char *reason)
{
    plan_of_variable(c, variable)->retained_for = reason;
    c->not_isolated = TEXT(c, "'%s' is process-wide", variable->name);
}

const char *
retained_reason(struct conversion *c)
{
    return TEXT(c, "C data cannot move to the module state%s%s",
                c->obstacle != NULL ? ", because " : "",
                c->obstacle != NULL ? c->obstacle : "");
}

/* --- findings ---------------------------------------------------------------------- */

/* The next variable from number I on that stays for REASON, or for any if NULL. */
const struct variable *
next_retained(const struct conversion *c, size_t *i, const char *reason)
{
    for (; *i < c->source->n_variables; (*i)++) {
        const struct variable *variable = c->source->variables[*i];
        const char *retained_for = plan_of_variable(c, variable)->retained_for;
        if (retained_for != NULL
            && (reason == NULL || strcmp(retained_for, reason) == 0)) {
            (*i)++;
            return variable;
        }
    }
    return NULL;
}

/* Does a variable in front of number I stay for REASON? */
static bool
is_reported(const struct conversion *c, size_t i, const char *reason)
{
    size_t first = 0;
    return next_retained(c, &first, reason) != NULL && first < i;
}

/* One finding, at VARIABLE, number I - 1, for it and those behind it that stay for the
 * same reason; the others are its evidence. */
static void
report_reason(struct conversion *c, const struct variable *variable, size_t i)
{
    enum { NAMES_SHOWN = 4 };
    const char *reason = plan_of_variable(c, variable)->retained_for;
    const struct declaration *place = variable_declaration(variable);
    CLEANUP(strbuf_done) struct strbuf names = STRBUF_INIT;
    const char **evidence = NULL;
    size_t n = 0, capacity = 0;

    strbuf_format(&names, "'%s'", variable->name);
    for (const struct variable *other = next_retained(c, &i, reason); other != NULL;
         other = next_retained(c, &i, reason))
    {
        ARENA_GROW(c->arena, evidence, n, capacity);
        evidence[n++] = TEXT(c, "%s: '%s'", place_words(c, variable_declaration(other)),
                             other->name);
        if (n < NAMES_SHOWN) {
            strbuf_format(&names, ", '%s'", other->name);
        }
    }
    if (n >= NAMES_SHOWN) {
        strbuf_format(&names, " and %zu more", n - NAMES_SHOWN + 1);
    }
    if (strcmp(reason, retained_reason(c)) == 0) {
        mark_kept(c);
    }
    struct finding *finding =
        report(c, "state-not-converted", place->file, place->name, variable->name,
               "%s %s process-wide: %s", names.text, n == 0 ? "stays" : "stay", reason);
    finding->evidence = evidence;
    finding->n_evidence = n;
}

void
report_retained(struct conversion *c)
{
    size_t i = 0, n = 0;
    const struct variable *first = NULL;
    for (const struct variable *variable = next_retained(c, &i, NULL); variable != NULL;
         variable = next_retained(c, &i, NULL))
    {
        first = n++ == 0 ? variable : first;
        if (!is_reported(c, i, plan_of_variable(c, variable)->retained_for)) {
            report_reason(c, variable, i);
        }
    }
    if (n > 1) {
        c->not_isolated =
            TEXT(c, "'%s' and %zu more are process-wide", first->name, n - 1);
    }
}

void
explain_retained(struct conversion *c, const char *obstacle)
{
    const char *reason = retained_reason(c);
    for (size_t i = 0; i < c->n_kept; i++) {
        struct finding *kept = &c->findings->items[c->kept[i]];
        kept->message = TEXT(c, "%s, because %s", kept->message, obstacle);
    }
    c->obstacle = obstacle;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        struct variable_plan *plan = plan_of_variable(c, c->source->variables[i]);
        if (plan->retained_for != NULL && strcmp(plan->retained_for, reason) == 0) {
            plan->retained_for = retained_reason(c);
        }
    }
}

void
share_globals(struct conversion *c, const char *words)
{
    c->not_isolated = words;
}

void
mark_kept(struct conversion *c)
{
    ARENA_GROW(c->arena, c->kept, c->n_kept, c->kept_capacity);
    c->kept[c->n_kept++] = c->findings->n_items;
}
