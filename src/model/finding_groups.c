#include "model/finding_groups.h"

#include <string.h>

#include "base/strbuf.h"

typedef bool relation(const struct finding *first, const struct finding *other);

static bool
has_same_cause(const struct finding *first, const struct finding *other)
{
    bool is_same = first->cause != NULL
                       ? string_equal(first->cause, other->cause)
                       : other->cause == NULL && string_equal(first->symbol, other->symbol)
                             && strcmp(first->message, other->message) == 0;
    return is_same && first->level == other->level && first->level != LEVEL_NOTE
           && strcmp(first->rule, other->rule) == 0
           && string_equal(first->module, other->module);
}

static bool
differs_in_module(const struct finding *first, const struct finding *other)
{
    return first->module != NULL && other->module != NULL
           && strcmp(first->module, other->module) != 0 && first->level == other->level
           && first->line == other->line && first->column == other->column
           && strcmp(first->rule, other->rule) == 0
           && string_equal(first->path, other->path)
           && string_equal(first->symbol, other->symbol)
           && strcmp(first->message, other->message) == 0;
}

/* --- one of several -------------------------------------------------------------------- */

/* What is said of OTHER where FIRST is said already. */
static const char *
place_line(struct arena *arena, const struct finding *first, const struct finding *other)
{
    const char *path = other->path != NULL ? other->path : "";
    const char *place = other->line != 0
                            ? arena_format(arena, "%s:%u", path, other->line)
                            : path;
    return strcmp(first->message, other->message) == 0
               ? place
               : arena_format(arena, "%s: %s", place, other->message);
}

static const char *
module_line(struct arena *arena, const struct finding *first, const struct finding *other)
{
    (void)first;
    return arena_format(arena, "also in the module '%s'", other->module);
}

static void
say_count(struct arena *arena, struct finding *first, size_t n)
{
    first->message =
        first->cause != NULL
            ? arena_format(arena, "%s (%zu more because of %s)", first->message, n,
                           first->cause)
            : arena_format(arena, "%s (%zu further place%s)", first->message, n,
                           n == 1 ? "" : "s");
}

/* Those of FINDINGS behind FIRST that are RELATED to it become its evidence: LINE, then their
 * own. Returns how many they are; they are marked by the rule NULL. */
static size_t
take_over(struct findings *findings, size_t first, relation *related,
          const char *(*line)(struct arena *, const struct finding *,
                              const struct finding *))
{
    struct arena *arena = findings->arena;
    struct finding *head = &findings->items[first];
    const char **lines = NULL;
    size_t n_taken = 0, n_lines = 0, capacity = 0;
    for (size_t i = first + 1; i < findings->n_items; i++) {
        struct finding *other = &findings->items[i];
        if (other->rule == NULL || !related(head, other)) {
            continue;
        }
        for (size_t k = 0; n_taken == 0 && k < head->n_evidence; k++) {
            ARENA_GROW(arena, lines, n_lines, capacity);
            lines[n_lines++] = head->evidence[k];
        }
        ARENA_GROW(arena, lines, n_lines, capacity);
        lines[n_lines++] = line(arena, head, other);
        for (size_t k = 0; line == place_line && k < other->n_evidence; k++) {
            ARENA_GROW(arena, lines, n_lines, capacity);
            lines[n_lines++] = other->evidence[k];
        }
        other->rule = NULL;
        n_taken++;
    }
    if (n_taken > 0) {
        head->evidence = lines;
        head->n_evidence = n_lines;
    }
    return n_taken;
}

static void
drop_taken(struct findings *findings)
{
    size_t kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        if (findings->items[i].rule != NULL) {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->n_items = kept;
}

void
findings_group(struct findings *findings)
{
    findings_sort(findings);
    for (size_t i = 0; i < findings->n_items; i++) {
        size_t n = findings->items[i].rule != NULL
                       ? take_over(findings, i, has_same_cause, place_line)
                       : 0;
        if (n > 0) {
            say_count(findings->arena, &findings->items[i], n);
        }
    }
    drop_taken(findings);
}

void
findings_group_modules(struct findings *findings)
{
    for (size_t i = 0; i < findings->n_items; i++) {
        if (findings->items[i].rule != NULL) {
            take_over(findings, i, differs_in_module, module_line);
        }
    }
    drop_taken(findings);
}
