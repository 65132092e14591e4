#include "convert/ladder.h"

#include <string.h>

#include "base/macros.h"
#include "convert/arena_text.h"
#include "convert/facts/guarded_statics.h"
#include "convert/facts/inactive/words.h"
#include "convert/findings.h"
#include "convert/kept_statics.h"
#include "convert/plan/assertions.h"
#include "convert/plan/atomics.h"
#include "convert/plan/module_slots.h"
#include "convert/plan/opt_out.h"
#include "convert/plan/retained_globals.h"
#include "convert/plan/stages.h"
#include "convert/plan/variables.h"

/* --- what stood in the way --------------------------------------------------------------- */

/* The findings from number FIRST on, as a copy that stays when they are taken back. */
static struct findings
findings_from(const struct findings *findings, size_t first)
{
    struct findings copy;
    findings_init(&copy, findings->arena);
    for (size_t i = first; i < findings->n_items; i++) {
        finding_copy(&copy, &findings->items[i]);
    }
    return copy;
}

static bool
is_same_finding(const struct finding *one, const struct finding *other)
{
    return one->offset == other->offset && strcmp(one->path, other->path) == 0
           && strcmp(one->rule, other->rule) == 0
           && string_equal(one->symbol, other->symbol);
}

static bool
has_finding(const struct findings *findings, size_t first, const struct finding *wanted)
{
    for (size_t i = first; i < findings->n_items; i++) {
        if (is_same_finding(&findings->items[i], wanted)) {
            return true;
        }
    }
    return false;
}

/* What stood in the way in the attempt that left BEFORE, and no more in the one that
 * left the findings from number FIRST on; NULL if all did. */
static const char *
overcome_obstacle(const struct findings *before, const struct findings *findings,
                  size_t first)
{
    for (size_t i = 0; i < before->n_items; i++) {
        const struct finding *old = &before->items[i];
        bool was_obstacle = old->level != LEVEL_NOTE;
        if (was_obstacle && !has_finding(findings, first, old)) {
            return arena_format(findings->arena, "%s (%s:%u)", old->message, old->path,
                                old->line);
        }
    }
    return NULL;
}

static bool
moves_data(const struct conversion *c)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable_plan *plan = moving(c, c->source->variables[i]);
        if (plan != NULL && plan->kind == FIELD_DATA) {
            return true;
        }
    }
    return false;
}

/* Say again what stood in the way of all rungs above, but notes: they were of what is not
 * converted. */
static void
add_obstacles(struct findings *findings, size_t first, const struct findings *obstacles)
{
    for (size_t i = 0; i < obstacles->n_items; i++) {
        const struct finding *obstacle = &obstacles->items[i];
        if (obstacle->level != LEVEL_NOTE && !has_finding(findings, first, obstacle)) {
            finding_copy(findings, obstacle);
        }
    }
}

/* --- rungs ------------------------------------------------------------------------------ */

/* Why the result on RUNG was rejected when it was read again; NULL: it was not. */
static const struct finding *
rejection(const struct attempt *a, enum rung rung)
{
    const struct convert_options *options = a->request->options;
    for (size_t i = 0; i < options->n_rejected; i++) {
        const struct rejected_result *rejected = &options->rejected[i];
        if (rejected->definition == a->c.module->variable && rejected->rung == rung) {
            return &rejected->cause;
        }
    }
    return NULL;
}

/* Nothing but CAUSE is to be said of the module; it may be that of others, too. */
static void
refuse_rejected(struct conversion *c, size_t first, const struct finding *cause)
{
    c->findings->n_items = first;
    if (!has_finding(c->findings, 0, cause)) {
        finding_copy(c->findings, cause);
        c->findings->items[first].is_obstacle = true;
    }
    c->is_refused = true;
}

/* The names of what stays on RUNG_SOME_STATICS. */
static const char *
kept_names(const struct conversion *c)
{
    enum { NAMES_SHOWN = 4 };
    CLEANUP(strbuf_done) struct strbuf names = STRBUF_INIT;
    size_t n = 0;
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (plan_of_variable(c, variable)->kept_for == KEPT_FOR_REST && ++n <= NAMES_SHOWN) {
            strbuf_format(&names, "%s'%s'", n == 1 ? "" : ", ", variable->name);
        }
    }
    if (n > NAMES_SHOWN) {
        strbuf_format(&names, " and %zu more", n - NAMES_SHOWN);
    }
    return TEXT(c, "%s static, while the others move",
                arena_format(c->arena, "%s %s", names.text, n == 1 ? "stays" : "stay"));
}

static const char *
rung_words(const struct conversion *c)
{
    return c->rung == RUNG_INIT
               ? "the initialisation, while static variables and types stay"
           : c->rung == RUNG_STATE
               ? "static types stay, and the variables that their functions need"
               : kept_names(c);
}

/* Say how far the module goes, and what it declares there. */
static void
note_rung(struct conversion *c)
{
    const struct declaration *place = variable_declaration(c->module->variable);
    const char *name = c->module->variable->name;
    note(c, c->rung == RUNG_STATE ? "type-not-converted" : "state-not-converted",
         place->file, place->name, name, "converted in part: %s; the module declares %s%s",
         rung_words(c), interpreters_value(c),
         !c->stages->is_once           ? ""
         : opt_out_is_given_back(c) ? ", and a process can load it once at a time"
                                    : ", and a process can load it once");
}

/* Once more, on RUNG, with nothing said from number FIRST on. */
static void
attempt_again(struct attempt *a, size_t first, enum rung rung, const char *obstacle,
              const char *const *kept_statics)
{
    const struct module *module = a->c.module;
    a->request->findings->n_items = first;
    attempt_begin(a, a->request, module, rung, kept_statics);
    if (obstacle != NULL) {
        retain_because(&a->c, obstacle);
    }
    attempt_run(a);
}

/* Would something begin anew with each module that is set where what moves in the attempt WHOLE
 * only, C data or (OF_ALL) any, is tested? */
static bool
parts_guarded(const struct conversion *c, const struct conversion *whole, bool of_all)
{
    const struct source *source = c->source;
    for (size_t i = 0; i < source->n_variables; i++) {
        const struct variable *data = source->variables[i];
        const struct variable_plan *plan = moving(whole, data);
        if (plan == NULL || (plan->kind != FIELD_DATA && !of_all) || moving(c, data) != NULL) {
            continue;
        }
        const bool *guarded = guarded_statics(c, data);
        for (size_t k = 0; k < source->n_variables; k++) {
            if (guarded[source->variables[k]->id] && moving(c, source->variables[k]) != NULL) {
                return true;
            }
        }
    }
    return false;
}

/* Everything moves but the C data that stays on RUNG, as that alone stood in the way. */
static bool
leave_data(struct attempt *a, size_t first, enum rung rung, const struct conversion *whole,
           const struct findings *obstacles, const struct finding *rejected)
{
    if (rejection(a, rung) != NULL) {
        return false;
    }
    attempt_again(a, first, rung, rejected != NULL ? rejected->message : NULL, NULL);
    const char *overcome =
        rejected == NULL ? overcome_obstacle(obstacles, a->request->findings, first)
                         : rejected->message;
    if (a->c.is_refused || overcome == NULL
        || parts_guarded(&a->c, whole, false))
    {
        return false;
    }
    if (rejected == NULL) {
        explain_retained(&a->c, overcome);
    }
    return true;
}

/* A module with multi-phase initialisation that has no opt-out must not get one: it would
 * support less than before. */
static bool
supports_less(const struct conversion *c)
{
    return c->module->is_multi_phase && c->stages->is_once && c->opt_out->owner == NULL;
}

/* Did the attempt lead to its rung, or was the module there already? */
static bool
is_reached(const struct attempt *a)
{
    bool is_there = a->r.edits.n_items > 0 || a->c.opt_out->owner != NULL;
    return !a->c.is_refused && is_there && !supports_less(&a->c);
}

/* May a file that did not parse find or create the module, which multi-phase initialisation
 * changes? */
static bool
is_named_unread(const struct conversion *c)
{
    const struct function *entry = c->module->entry, *setup = c->module->setup;
    const char *const words[] = {
        "PyState_FindModule", "PyState_AddModule", "PyState_RemoveModule", "PyModule_Create",
        c->module->variable->name, entry != NULL ? entry->name : NULL,
        setup != NULL ? setup->name : NULL,
    };
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        for (size_t k = 0; file->is_project && file->is_broken && k < ARRAY_LENGTH(words); k++) {
            if (words[k] != NULL && text_has_word(file, 0, file->size, words[k])) {
                return true;
            }
        }
    }
    return false;
}

/* A file that did not parse may use what moves, and no result is verified with it; on the lowest
 * rung nothing moves. */
static bool
go_down_to(struct attempt *a, size_t first, enum rung rung, const struct conversion *whole)
{
    const enum convert_stage asked = a->request->options->stage;
    bool is_unread = a->c.source->n_problems != 0
                     && (rung != RUNG_INIT || is_named_unread(&a->c));
    if (rejection(a, rung) != NULL || is_unread || asked == STAGE_INIT
        || (asked == STAGE_STATE && rung == RUNG_STATE))
    {
        return false;
    }
    attempt_again(a, first, rung, NULL, NULL);
    return is_reached(a) && !parts_guarded(&a->c, whole, true);
}

/* Everything moves but what OBSTACLES of the attempt WHOLE are about, and what depends on that;
 * further obstacles may come to light by what is left. */
static bool
leave_some(struct attempt *a, size_t first, const struct conversion *whole,
           const struct findings *obstacles)
{
    enum { MAX_ROUNDS = 8 };
    if (rejection(a, RUNG_SOME_STATICS) != NULL || whole->source->n_problems != 0
        || a->request->options->stage != STAGE_ALL)
    {
        return false;
    }
    struct conversion known = *whole;
    struct findings left = *obstacles;
    const char **kept = kept_statics_new(whole);
    for (int i = 0; i < MAX_ROUNDS && kept_statics_grow(&known, &left, kept); i++) {
        attempt_again(a, first, RUNG_SOME_STATICS, NULL, kept);
        if (!a->c.is_refused) {
            return is_reached(a);
        }
        known = a->c;
        left = findings_from(a->request->findings, first);
    }
    return false;
}

/* What stands in the way of the lowest rung, which the last attempt was for. */
static struct findings
lowest_obstacles(const struct attempt *a, size_t first)
{
    const struct finding *rejected = rejection(a, RUNG_INIT);
    struct findings none;
    if (rejected == NULL && a->c.rung == RUNG_INIT && a->c.is_refused) {
        return findings_from(a->request->findings, first);
    }
    findings_init(&none, a->request->arena);
    if (rejected != NULL) {
        finding_copy(&none, rejected);
    }
    return none;
}

static size_t
count_errors(const struct findings *findings, size_t first)
{
    size_t n = 0;
    for (size_t i = first; i < findings->n_items; i++) {
        n += findings->items[i].level == LEVEL_ERROR;
    }
    return n;
}

/* Helpers may run where the state cannot be had, and use it for nothing but assertions, which
 * another build has not: if less stands in the way without, they are left out. */
static void
leave_out_assertions(struct attempt *a, size_t first)
{
    const struct findings *findings = a->request->findings;
    size_t n = count_errors(findings, first);
    if (!has_assertions(&a->c)) {
        return;
    }
    a->leaves_out_assertions = true;
    attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    if (a->c.is_refused && count_errors(findings, first) >= n) {
        a->leaves_out_assertions = false;
        attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    }
}

/* Code that cannot find the module may read what is the same for the whole process: if less
 * stands in the way, that stays where it is. */
static void
leave_constants(struct attempt *a, size_t first)
{
    struct findings obstacles = findings_from(a->request->findings, first);
    size_t n = count_errors(a->request->findings, first);
    a->constants = constants_in_the_way(&a->c, &obstacles);
    if (a->constants == NULL) {
        return;
    }
    attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    if (a->c.is_refused && count_errors(a->request->findings, first) >= n) {
        a->constants = NULL;
        attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    }
}

static bool
are_settings(const struct conversion *c, const char *const *kept)
{
    for (size_t i = 0; i < c->source->n_variables; i++) {
        const struct variable *variable = c->source->variables[i];
        if (kept[variable->id] != NULL && !is_shared_setting(c, variable)) {
            return false;
        }
    }
    return true;
}

/* Numbers that stand in the way and that a whole process may share stay where they are and become
 * atomic, if nothing else is in the way. */
static void
leave_settings(struct attempt *a, size_t first)
{
    struct findings obstacles = findings_from(a->request->findings, first);
    const char **kept = kept_statics_new(&a->c);
    if (a->c.source->n_problems != 0 || !kept_statics_grow(&a->c, &obstacles, kept)
        || !are_settings(&a->c, kept))
    {
        return;
    }
    a->settings = kept;
    attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    if (a->c.is_refused) {
        a->settings = NULL;
        attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    }
}

void
ladder_convert(struct attempt *a)
{
    struct findings *findings = a->request->findings;
    const size_t first = findings->n_items;

    attempt_run(a);
    if (a->c.is_refused) {
        leave_out_assertions(a, first);
    }
    if (a->c.is_refused) {
        leave_constants(a, first);
    }
    if (a->c.is_refused) {
        leave_settings(a, first);
    }
    const struct finding *rejected = rejection(a, RUNG_WHOLE);
    if (!a->c.is_refused && rejected == NULL) {
        return;
    }
    if (rejected != NULL && a->c.is_done) {
        a->leaves_claim = true;
        attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
        return;
    }
    if (rejected != NULL) {
        refuse_rejected(&a->c, first, rejected);
    }
    struct findings obstacles = findings_from(findings, first);
    const struct conversion whole = a->c;
    for (enum rung rung = RUNG_LIBRARY_DATA; rung <= RUNG_STATIC_DATA && moves_data(&whole);
         rung++)
    {
        if (leave_data(a, first, rung, &whole, &obstacles, rejected)) {
            return;
        }
    }
    if (!a->request->options->whole_or_nothing && leave_some(a, first, &whole, &obstacles)) {
        add_obstacles(findings, first, &obstacles);
        note_rung(&a->c);
        return;
    }
    for (enum rung rung = RUNG_STATE;
         rung <= RUNG_INIT && !a->request->options->whole_or_nothing; rung++)
    {
        if (go_down_to(a, first, rung, &whole)) {
            add_obstacles(findings, first, &obstacles);
            note_rung(&a->c);
            return;
        }
    }
    const struct findings lowest = lowest_obstacles(a, first);
    attempt_again(a, first, RUNG_WHOLE, NULL, NULL);
    if (rejected != NULL) {
        refuse_rejected(&a->c, first, rejected);
    }
    add_obstacles(findings, first, &lowest);
}
