/* In which builds a function uses its state: `#if` may leave all uses out, and macros may
 * drop their arguments. */
#include "convert/rewrite/cleanup/state_builds.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/mentions.h"
#include "convert/plan/macros.h"
#include "convert/plan/state_receivers.h"
#include "model/extent.h"

/* ISO C, 7.2: then `assert` drops its argument. */
static const char asserts[] = "#ifndef NDEBUG\n";

/* --- one use -------------------------------------------------------------------------- */

static const struct macro *
macro_named(const struct source *source, const struct source_file *file,
            struct range name)
{
    size_t size = name.end - name.begin;
    for (size_t i = 0; i < source->n_macros; i++) {
        const struct macro *macro = source->macros[i];
        if (macro->file->is_project && strlen(macro->name) == size
            && memcmp(macro->name, file->text + name.begin, size) == 0)
        {
            return macro;
        }
    }
    return NULL;
}

/* Is there another definition, compiled or not, and one with parameters?  Without them a macro
 * drops no argument. */
static bool
has_other_definition(const struct source *source, const struct macro *macro)
{
    size_t n = 0;
    bool has_parameters = false;
    for (size_t i = 0; i < source->n_files; i++) {
        struct word word = {.file = source->files[i]};
        while (word_next(&word, macro->name, word.file->size)) {
            n += word.is_defined;
            has_parameters |= word.is_defined && word.file->text[word.end] == '(';
        }
    }
    return n > 1 && has_parameters;
}

/* Do assertions drop what stands at OFFSET? */
static bool
is_asserted(const struct source_file *file, uint32_t offset)
{
    struct brackets around;
    for (uint32_t at = offset;
         brackets_around(file, at, &around) && file->text[around.open] != '{';
         at = around.open)
    {
        if (brackets_have_name(&around, "assert")) {
            return true;
        }
    }
    return false;
}

/* Does the directive at OFFSET of FILE, a definition, name what needs the state? */
static bool
definition_needs_state(const struct conversion *c, const struct source_file *file,
                       uint32_t offset)
{
    uint32_t end, begin = directive_around(file, offset, &end);
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->file == file && mention->begin > offset && mention->begin >= begin
            && mention->end <= end && mention_needs_state(c, mention))
        {
            return true;
        }
    }
    return false;
}

/* Is there a definition of MACRO that does without the state? */
static bool
may_need_no_state(const struct conversion *c, const struct macro *macro)
{
    if (plan_of_macro(c, macro)->is_accessor) {
        return false;
    }
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        while (word_next(&word, macro->name, word.file->size)) {
            if (word.is_defined && !definition_needs_state(c, word.file, word.begin)) {
                return true;
            }
        }
    }
    return false;
}

/* Do assertions drop all that the body of MACRO needs the state for? */
static bool
only_asserts(const struct conversion *c, const struct macro *macro)
{
    bool is_found = false;
    for (size_t i = 0; i < mention_count(c); i++) {
        const struct mention *mention = mention_at(c, i);
        if (mention->in_macro == macro && mention_needs_state(c, mention)) {
            is_found = true;
            if (!is_asserted(mention->file, mention->begin)) {
                return false;
            }
        }
    }
    return is_found;
}

/* Does a macro of the project, whose other definition may drop it, get what stands at
 * OFFSET? */
static bool
may_be_dropped(const struct source *source, const struct source_file *file,
               uint32_t offset)
{
    struct brackets around;
    struct range name;
    for (uint32_t at = offset;
         brackets_around(file, at, &around) && file->text[around.open] != '{';
         at = around.open)
    {
        const struct macro *macro = brackets_name(&around, &name)
                                        ? macro_named(source, file, name)
                                        : NULL;
        if (macro != NULL && has_other_definition(source, macro)) {
            return true;
        }
    }
    return false;
}

static struct range
word_at(const struct source_file *file, uint32_t offset)
{
    struct word word = {.file = file, .end = offset};
    return word_next(&word, NULL, file->size) && word.begin == offset
               ? (struct range){word.begin, word.end}
               : (struct range){offset, offset};
}

/* The branches that the use at OFFSET stands in, with the one that a macro makes last. */
static struct guard
guard_of_use(const struct conversion *c, const struct source_file *file, uint32_t begin,
             uint32_t offset)
{
    struct guard guard = guard_at(c, file, begin, offset);
    const struct macro *macro = macro_named(c->source, file, word_at(file, offset));

    if (may_be_dropped(c->source, file, offset)
        || (macro != NULL && may_need_no_state(c, macro)))
    {
        return guard_with_macro(c, guard, NULL);
    }
    bool is_dropped = is_asserted(file, offset) || (macro != NULL && only_asserts(c, macro));
    return is_dropped ? guard_with_macro(c, guard, asserts) : guard;
}

/* --- all of them ---------------------------------------------------------------------- */

static bool
is_in_branch(const struct guard *guard, size_t level, uint32_t conditional, size_t number)
{
    return level < guard->n_levels && guard->levels[level].conditional == conditional
           && guard->levels[level].number == number;
}

/* Is one of GUARDS compiled in each build, which has taken their branches above LEVEL? */
static bool
are_in_all_builds(const struct conversion *c, const struct guard *guards, size_t n,
                  size_t level)
{
    struct conditional conditional;
    for (size_t i = 0; i < n; i++) {
        if (guards[i].n_levels <= level) {
            return true;
        }
        const struct guard_level *at = &guards[i].levels[level];
        if (at->conditional == MADE_BY_MACRO
            || !conditional_next(at->file, at->conditional, at->file->size, &conditional)
            || !conditional.is_plain || conditional.rest == conditional.last)
        {
            continue;
        }
        bool is_everywhere = true;
        for (size_t number = 0; number < 2; number++) {
            struct guard *inner = ARENA_ARRAY(c->arena, struct guard, n);
            size_t n_inner = 0;
            for (size_t k = 0; k < n; k++) {
                if (is_in_branch(&guards[k], level, at->conditional, number)) {
                    inner[n_inner++] = guards[k];
                }
            }
            is_everywhere &= are_in_all_builds(c, inner, n_inner, level + 1);
        }
        if (is_everywhere) {
            return true;
        }
    }
    return false;
}

static bool
are_in_one_branch(const struct guard *guards, size_t n, size_t level)
{
    const struct guard_level *first = &guards[0].levels[level];
    bool is_one = first->opens != NULL;
    for (size_t i = 1; i < n; i++) {
        is_one &= is_in_branch(&guards[i], level, first->conditional, first->number);
    }
    return is_one;
}

struct state_builds
state_builds_of(const struct conversion *c, const struct source_file *file,
                uint32_t begin, const struct reach *reach)
{
    struct state_builds builds = {.are_all = true};
    struct guard *guards = ARENA_ARRAY(c->arena, struct guard, reach->n_uses + 1);
    size_t n = 0;
    for (size_t i = 0; i < reach->n_uses; i++) {
        if (!is_dead(c, file, reach->uses[i])) {
            guards[n++] = guard_of_use(c, file, begin, reach->uses[i]);
        }
    }
    if (reach->is_unknown || n == 0) {
        return builds;
    }
    builds.opens = "";
    while (!are_in_all_builds(c, guards, n, builds.n_levels)) {
        builds.are_all = false;
        if (!are_in_one_branch(guards, n, builds.n_levels)) {
            builds.opens = NULL;
            break;
        }
        builds.opens =
            TEXT(c, "%s%s", builds.opens, guards[0].levels[builds.n_levels].opens);
        builds.n_levels++;
    }
    return builds;
}
