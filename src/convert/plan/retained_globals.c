/* Variables that stay process-wide, the reason, and what protects them. */
#include "convert/plan/retained_globals.h"

#include "convert/arena_text.h"
#include "convert/findings.h"
#include "extension/once.h"

/* --- deciding -------------------------------------------------------------------- */

/* What is kept so far, to be changed. */
static struct retained_globals *
change_retained(struct conversion *c)
{
    struct retained_globals *copy = ARENA_NEW(c->arena, struct retained_globals);
    *copy = *c->retained;
    c->retained = copy;
    return copy;
}

void
retain_global(struct conversion *c, const struct variable *variable,
              enum kept_for cause)
{
    plan_of_variable(c, variable)->kept_for = cause;
    change_retained(c)->not_isolated = TEXT(c, "'%s' is process-wide", variable->name);
}

void
retain_constant(struct conversion *c, const struct variable *variable)
{
    plan_of_variable(c, variable)->kept_for = KEPT_FOR_SAME;
}

bool
retains_changing_data(const struct conversion *c)
{
    static const bool changes[] = {
        [KEPT_FOR_CONSTRUCTOR] = true, [KEPT_FOR_ADDRESS] = true,
        [KEPT_FOR_LITERAL] = true,     [KEPT_FOR_COPIES] = true,
        [KEPT_FOR_VALUE] = true,       [KEPT_FOR_BUILDS] = true,
        [KEPT_FOR_NAME] = true,
        [KEPT_FOR_LIBRARY] = true,     [KEPT_FOR_OBSTACLE] = true,
        [KEPT_FOR_REST] = true,
    };
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = plan_of_variable(c, c->source->variables[i]);
        if (changes[plan->kept_for] && !plan->is_atomic) {
            return true;
        }
    }
    return c->retained->hides_objects || c->retained->leaves_objects;
}

const char *
kept_words(const struct conversion *c, enum kept_for cause)
{
    static const char *const words[] = {
        [KEPT_FOR_CONSTRUCTOR] =
            "the memory of the module state is not constructed, as C++ classes need it",
        [KEPT_FOR_CAPSULE] =
            "a capsule passes its address to other modules, which may use it after this "
            "module is freed; make it const and set its contents in the initialiser",
        [KEPT_FOR_ADDRESS] =
            "code that may use it after this module is freed has the address; allocate "
            "the memory, and free it when that code is done with it",
        [KEPT_FOR_SAME] =
            "set once, to what is the same for the whole process, and read by code "
            "that cannot find the module",
        [KEPT_FOR_PROCESS] =
            "memory of the process is searched for it once and written afterwards, so a "
            "second module object might not find it again",
        [KEPT_FOR_ONCE] =
            "code that runs once in the process sets it, so a second module object would find "
            "it unset; set it in the exec function",
        [KEPT_FOR_FLAG] =
            "set beside calls that set up or shut down a library, a lock or a key, or change a "
            "setting of the process, which know of no module",
        [KEPT_FOR_LITERAL] = "it leads to an object that has no name and lives as long as the "
                             "process; define that as a variable",
        [KEPT_FOR_COPIES] =
            "each file that includes its header has its own, and the module state would have "
            "one; define it in one file",
        [KEPT_FOR_VALUE] = "its initial value is more than one number or address",
        [KEPT_FOR_BUILDS] =
            "an #if decides its initial value, and so other builds begin with another; define "
            "that as a macro, and give an array a length",
        [KEPT_FOR_NAME] = "its initial value has a name that no header defines; define it in "
                          "a header",
        [KEPT_FOR_LIBRARY] = "it belongs to C code that does not include Python.h",
        [KEPT_FOR_OBSTACLE] = "C data cannot move to the module state",
    };
    bool has_obstacle = cause == KEPT_FOR_OBSTACLE || cause == KEPT_FOR_LIBRARY;
    return has_obstacle && c->retained->obstacle != NULL
               ? TEXT(c, "%s, because %s", words[cause], c->retained->obstacle)
               : words[cause];
}

/* --- findings ---------------------------------------------------------------------- */

/* The next variable from number I on that stays for CAUSE, or for any. */
static const struct variable *
next_retained(const struct conversion *c, size_t *i, enum kept_for cause)
{
    for (; *i < c->source->n_variables; (*i)++) {
        const struct variable *variable = c->source->variables[*i];
        const struct variable_plan *plan = plan_of_variable(c, variable);
        enum kept_for kept_for = plan->kept_for;
        /* One that holds addresses of what moves does not stay. */
        if (moving(c, variable) == NULL && !plan->is_automatic && kept_for != KEPT_FOR_NOTHING
            && kept_for != KEPT_FOR_REST
            && (cause == KEPT_FOR_NOTHING || kept_for == cause))
        {
            (*i)++;
            return variable;
        }
    }
    return NULL;
}

/* Does a variable in front of number I stay for CAUSE? */
static bool
is_reported(const struct conversion *c, size_t i, enum kept_for cause)
{
    size_t first = 0;
    return next_retained(c, &first, cause) != NULL && first < i;
}

bool
retained_may_stay(const struct conversion *c, const struct variable *variable)
{
    struct writes writes = variable_writes(c->extension, variable);
    return c->module->is_multi_phase && c->module->claim != CLAIM_NONE
           && variable_is_set_once(c->extension, variable, &writes);
}

/* One finding, at VARIABLE, number I - 1, for it and those behind it that stay for the
 * same reason; the others are its evidence. */
static void
report_reason(struct conversion *c, const struct variable *variable, size_t i)
{
    enum { NAMES_SHOWN = 4 };
    enum kept_for cause = plan_of_variable(c, variable)->kept_for;
    const struct declaration *place = variable_declaration(variable);
    CLEANUP(strbuf_done) struct strbuf names = STRBUF_INIT;
    const char **evidence = NULL;
    size_t n = 0, capacity = 0;
    bool is_fine = retained_may_stay(c, variable), is_same = cause == KEPT_FOR_SAME;

    strbuf_format(&names, "'%s'", variable->name);
    for (const struct variable *other = next_retained(c, &i, cause); other != NULL;
         other = next_retained(c, &i, cause))
    {
        is_fine = is_fine && retained_may_stay(c, other);
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
    if (cause == KEPT_FOR_OBSTACLE || cause == KEPT_FOR_LIBRARY) {
        mark_kept(c);
    }
    struct finding *finding =
        report(c, "state-not-converted", place->file, place->name, variable->name,
               "%s %s process-wide: %s", names.text, n == 0 ? "stays" : "stay",
               kept_words(c, cause));
    finding->evidence = evidence;
    finding->n_evidence = n;
    if (cause == KEPT_FOR_LIBRARY) {
        finding_add_evidence(c->findings, finding,
                             "if that is a library whose data all interpreters may share, "
                             "--exclude its files: they count as a linked library then");
    }
    if (is_same || cause == KEPT_FOR_FLAG) {
        finding->level = LEVEL_NOTE;
    }
    else if (is_fine) {
        finding->level = LEVEL_NOTE;
        finding_add_evidence(c->findings, finding,
                             "nothing is to be done: %s set once, to what is the same "
                             "for the whole process (see state-static-data of check)",
                             n == 0 ? "it is" : "they are");
    }
}

void
report_retained(struct conversion *c)
{
    size_t i = 0, n = 0;
    const struct variable *first = NULL;
    for (const struct variable *variable = next_retained(c, &i, KEPT_FOR_NOTHING); variable != NULL;
         variable = next_retained(c, &i, KEPT_FOR_NOTHING))
    {
        enum kept_for cause = plan_of_variable(c, variable)->kept_for;
        bool is_same = cause == KEPT_FOR_SAME;
        first = first == NULL && !is_same ? variable : first;
        n += !is_same;
        if (!is_reported(c, i, cause)) {
            report_reason(c, variable, i);
        }
    }
    if (n > 1) {
        change_retained(c)->not_isolated =
            TEXT(c, "'%s' and %zu more are process-wide", first->name, n - 1);
    }
}

void
explain_retained(struct conversion *c, const char *obstacle)
{
    for (size_t i = 0; i < c->retained->n_kept; i++) {
        struct finding *kept = &c->findings->items[c->retained->kept[i]];
        kept->message = TEXT(c, "%s, because %s", kept->message, obstacle);
    }
    change_retained(c)->obstacle = obstacle;
}

void
retain_because(struct conversion *c, const char *obstacle)
{
    change_retained(c)->obstacle = obstacle;
}

void
share_globals(struct conversion *c, const char *words)
{
    change_retained(c)->not_isolated = words;
}

void
share_hidden(struct conversion *c, const char *name)
{
    share_globals(c, TEXT(c, "'%s' is process-wide where it is compiled", name));
    change_retained(c)->hides_objects = true;
}

void
share_left(struct conversion *c, const char *name)
{
    share_globals(c,
                  TEXT(c, "the objects in the memory of '%s' outlive the interpreter", name));
    change_retained(c)->leaves_objects = true;
}

void
mark_kept(struct conversion *c)
{
    struct retained_globals *retained = change_retained(c);
    ARENA_GROW(c->arena, retained->kept, retained->n_kept, retained->kept_capacity);
    retained->kept[retained->n_kept++] = c->findings->n_items;
}
