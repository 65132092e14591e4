#include "compare/differences.h"

#include <string.h>

#include "base/strbuf.h"
#include "compare/inherent.h"
#include "compare/limits.h"

enum { SHOWN_SIZE = 100 };

struct list {
    struct difference *items;
    size_t n_items, capacity;
    size_t n_left_out; /* over the limit */
};

static void
add(struct comparison *comparison, struct list *list,
    const struct difference *difference)
{
    if (list->n_items == LIMIT_DIFFERENCES) {
        list->n_left_out++;
        return;
    }
    ARENA_GROW(comparison->findings->arena, list->items, list->n_items, list->capacity);
    list->items[list->n_items++] = *difference;
}

/* Did BEFORE show something else when it was observed again? */
static bool
is_unstable(const struct comparison *comparison, const char *subject, const char *name)
{
    return !string_equal(build_value(comparison->before, subject, name),
                         build_value(comparison->control, subject, name));
}

/* Only attributes are missed one by one.  All other steps that one build has and the
 * other has not follow from another step that differs, as the elements of an iterator
 * follow from iter(). */
static bool
may_be_missed(const char *name)
{
    return string_starts(name, "attribute ");
}

static void
compare_observation(struct comparison *comparison, struct list *list,
                    const struct observation *was, const struct observation *is)
{
    const struct observation *any = was != NULL ? was : is;
    if (was != NULL && is != NULL ? was->is_termination == is->is_termination
                                        && strcmp(was->value, is->value) == 0
                                  : !may_be_missed(any->name))
    {
        return;
    }
    if (is_unstable(comparison, any->subject, any->name)) {
        comparison->n_unstable++;
        return;
    }
    add(comparison, list,
        &(struct difference){
            .subject = any->subject,
            .name = any->name,
            .was = was != NULL ? was->value : NULL,
            .is = is != NULL ? is->value : NULL,
            .is_termination = is != NULL && is->is_termination,
        });
}

/* Is SUBJECT, a type or the module, in both builds? */
static bool
is_in_both(const struct comparison *comparison, const char *subject)
{
    return subject[0] == '\0'
           || (build_has_type(comparison->before, subject)
               && build_has_type(comparison->after, subject));
}

static void
collect(struct comparison *comparison, struct list *list)
{
    const struct build *before = comparison->before;
    const struct build *after = comparison->after;
    for (size_t i = 0; i < before->n_items; i++) {
        const struct observation *was = before->items[i];
        if (is_in_both(comparison, was->subject)) {
            comparison->n_observations++;
            compare_observation(comparison, list, was,
                                build_find(after, was->subject, was->name));
        }
    }
    for (size_t i = 0; i < after->n_items; i++) {
        const struct observation *is = after->items[i];
        if (is_in_both(comparison, is->subject)
            && build_find(before, is->subject, is->name) == NULL)
        {
            compare_observation(comparison, list, NULL, is);
        }
    }
}

/* --- findings --- */

static bool
is_inside_character(char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* VALUE for a message: of a long one, the part around where it differs from OTHER. */
static const char *
shown(struct arena *arena, const char *value, const char *other)
{
    if (value == NULL) {
        return "absent";
    }
    size_t size = strlen(value);
    if (size <= SHOWN_SIZE) {
        return value;
    }
    size_t begin = 0;
    while (other != NULL && other[begin] != '\0' && other[begin] == value[begin]) {
        begin++;
    }
    begin = begin > SHOWN_SIZE / 2 ? begin - SHOWN_SIZE / 4 : 0;
    while (begin > 0 && is_inside_character(value[begin])) {
        begin--;
    }
    size_t end = begin + SHOWN_SIZE < size ? begin + SHOWN_SIZE : size;
    while (is_inside_character(value[end])) {
        end--;
    }
    return arena_format(arena, "%s%.*s%s", begin > 0 ? "…" : "", (int)(end - begin),
                        value + begin, end < size ? "…" : "");
}

static struct finding *
place(const struct comparison *comparison, struct finding *finding, const char *subject)
{
    finding->path = comparison->after->path;
    finding->module = comparison->after->module;
    finding->symbol = subject[0] != '\0' ? subject : NULL;
    finding->offset = comparison->findings->n_items; /* keeps the order */
    return finding;
}

static bool
is_same_change(const struct difference *a, const struct difference *b)
{
    return strcmp(a->subject, b->subject) == 0 && string_equal(a->was, b->was)
           && string_equal(a->is, b->is) && a->is_termination == b->is_termination;
}

/* Several observations that changed from the same to the same are one finding. */
static void
report_difference(struct comparison *comparison, const struct list *list, size_t index,
                  bool *told)
{
    struct arena *arena = comparison->findings->arena;
    const struct difference *difference = &list->items[index];
    bool is_module = difference->subject[0] == '\0';
    struct finding *finding = place(
        comparison,
        findings_add(comparison->findings, is_module ? "init-differs" : "type-differs",
                     "%s: was %s, is %s", difference->name,
                     shown(arena, difference->was, difference->is),
                     shown(arena, difference->is, difference->was)),
        difference->subject);
    finding->scenario = difference->name;
    if (difference->is_termination) {
        finding->level = LEVEL_ERROR;
    }
    finding_add_evidence(comparison->findings, finding, "before: %s",
                         difference->was != NULL ? difference->was : "absent");
    finding_add_evidence(comparison->findings, finding, "after: %s",
                         difference->is != NULL ? difference->is : "absent");
    for (size_t i = index + 1; i < list->n_items; i++) {
        if (!told[i] && is_same_change(difference, &list->items[i])) {
            told[i] = true;
            finding_add_evidence(comparison->findings, finding, "also: %s",
                                 list->items[i].name);
        }
    }
}

static const char *
reason_of(const struct comparison *comparison, const struct difference *difference)
{
    return inherent_reason(comparison->before, comparison->after, difference,
                           comparison->minor);
}

/* One note for each type. */
static void
report_inherent(struct comparison *comparison, const struct list *list, size_t index,
                bool *told)
{
    struct arena *arena = comparison->findings->arena;
    const char *subject = list->items[index].subject;
    struct finding *finding =
        place(comparison,
              findings_add(comparison->findings, "type-inherent-difference",
                           "the static type has become a heap type; these differences "
                           "are unavoidable"),
              subject);
    for (size_t i = index; i < list->n_items; i++) {
        const struct difference *difference = &list->items[i];
        const char *reason = strcmp(difference->subject, subject) == 0
                                 ? reason_of(comparison, difference)
                                 : NULL;
        if (reason != NULL) {
            told[i] = true;
            finding_add_evidence(comparison->findings, finding, "%s: was %s, is %s: %s",
                                 difference->name,
                                 shown(arena, difference->was, difference->is),
                                 shown(arena, difference->is, difference->was), reason);
        }
    }
}

static void
report_all(struct comparison *comparison, const struct list *list)
{
    bool *told = ARENA_ARRAY(comparison->findings->arena, bool, list->n_items + 1);
    for (size_t i = 0; i < list->n_items; i++) {
        if (told[i]) {
            continue;
        }
        if (reason_of(comparison, &list->items[i]) != NULL) {
            report_inherent(comparison, list, i, told);
        }
        else {
            report_difference(comparison, list, i, told);
        }
    }
    if (list->n_left_out != 0) {
        place(comparison,
              findings_add(comparison->findings, "init-differs",
                           "%zu more differences not listed", list->n_left_out),
              "");
    }
}

/* A type that is reached in one build only. */
static void
report_lone_types(struct comparison *comparison, const struct build *build,
                  const struct build *other, const char *text)
{
    for (size_t i = 0; i < build->n_items; i++) {
        const struct observation *observation = build->items[i];
        if (strcmp(observation->name, "type") != 0
            || build_has_type(other, observation->subject)
            || (build == comparison->before
                && !build_has_type(comparison->control, observation->subject)))
        {
            continue;
        }
        const char *shown_type = build_value(build, observation->subject, "repr(T)");
        struct finding *finding = place(
            comparison, findings_add(comparison->findings, "type-differs", "%s", text),
            observation->subject);
        finding->level = LEVEL_ERROR;
        finding_add_evidence(comparison->findings, finding, "it is %s",
                             shown_type != NULL ? shown_type : "a type");
    }
}

static void
report_instances(struct comparison *comparison)
{
    for (size_t i = 0; i < comparison->before->n_items; i++) {
        const struct observation *observation = comparison->before->items[i];
        const char *subject = observation->subject;
        if (strcmp(observation->name, "type") != 0
            || !build_has_type(comparison->after, subject))
        {
            continue;
        }
        comparison->n_types++;
        bool had = build_has_instance(comparison->before, subject);
        bool has = build_has_instance(comparison->after, subject);
        if (had != has) {
            place(comparison,
                  findings_add(comparison->findings, "type-differs",
                               has ? "instances are now reachable; they were not before"
                                   : "instances are no longer reachable"),
                  subject);
        }
        else if (!had) {
            place(comparison,
                  findings_add(
                      comparison->findings, "type-not-compared",
                      "no instance was found; only the type itself was compared"),
                  subject);
        }
    }
}

void
differences_find(struct comparison *comparison)
{
    struct list list = {0};
    report_lone_types(comparison, comparison->before, comparison->after,
                      "the type is no longer reachable");
    report_lone_types(comparison, comparison->after, comparison->before,
                      "the type is new");
    collect(comparison, &list);
    report_all(comparison, &list);
    report_instances(comparison);
    if (comparison->before->is_cut || comparison->after->is_cut) {
        place(comparison,
              findings_add(comparison->findings, "type-not-compared",
                           "the module exceeds a limit on types or calls; the rest was "
                           "not compared"),
              "");
    }
}
