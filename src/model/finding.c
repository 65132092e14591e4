#include "model/finding.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "model/rule.h"

const char *
level_name(enum level level)
{
    static const char *const names[] = {"note", "warning", "error"};
    return names[level];
}

void
findings_init(struct findings *findings, struct arena *arena)
{
    *findings = (struct findings){.arena = arena};
}

struct finding *
findings_add(struct findings *findings, const char *rule, const char *format, ...)
{
    ARENA_GROW(findings->arena, findings->items, findings->n_items, findings->capacity);
    struct finding *finding = &findings->items[findings->n_items++];
    const struct rule *known = rule_find(rule);
    va_list args;
    va_start(args, format);
    *finding = (struct finding){
        .rule = rule,
        .level = known ? known->level : LEVEL_WARNING,
        .message = arena_vformat(findings->arena, format, args),
    };
    va_end(args);
    return finding;
}

void
finding_add_evidence(struct findings *findings, struct finding *finding,
                     const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *line = arena_vformat(findings->arena, format, args);
    va_end(args);
    const char **lines =
        ARENA_ARRAY(findings->arena, const char *, finding->n_evidence + 1);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        lines[i] = finding->evidence[i];
    }
    lines[finding->n_evidence++] = line;
    finding->evidence = lines;
}

static const char *
copy_string(struct arena *arena, const char *string)
{
    return string != NULL ? arena_string(arena, string) : NULL;
}

static const struct fix *
copy_fix(struct arena *arena, const struct fix *fix)
{
    if (fix == NULL) {
        return NULL;
    }
    struct fix *copy = ARENA_NEW(arena, struct fix);
    struct replacement *items =
        ARENA_ARRAY(arena, struct replacement, fix->n_replacements);
    for (size_t i = 0; i < fix->n_replacements; i++) {
        items[i] = fix->replacements[i];
        items[i].path = copy_string(arena, items[i].path);
        items[i].text = copy_string(arena, items[i].text);
    }
    *copy = (struct fix){copy_string(arena, fix->description), items,
                         fix->n_replacements};
    return copy;
}

void
finding_copy(struct findings *findings, const struct finding *finding)
{
    struct arena *arena = findings->arena;
    ARENA_GROW(arena, findings->items, findings->n_items, findings->capacity);
    struct finding *copy = &findings->items[findings->n_items++];
    const char **evidence = ARENA_ARRAY(arena, const char *, finding->n_evidence);
    for (size_t i = 0; i < finding->n_evidence; i++) {
        evidence[i] = arena_string(arena, finding->evidence[i]);
    }
    *copy = *finding;
    copy->rule = copy_string(arena, finding->rule);
    copy->message = copy_string(arena, finding->message);
    copy->module = copy_string(arena, finding->module);
    copy->path = copy_string(arena, finding->path);
    copy->place = copy_string(arena, finding->place);
    copy->symbol = copy_string(arena, finding->symbol);
    copy->cause = copy_string(arena, finding->cause);
    copy->macro = copy_string(arena, finding->macro);
    copy->member = copy_string(arena, finding->member);
    copy->quote = copy_string(arena, finding->quote);
    copy->readable = copy_string(arena, finding->readable);
    copy->scenario = copy_string(arena, finding->scenario);
    copy->configuration = copy_string(arena, finding->configuration);
    copy->evidence = evidence;
    copy->fix = copy_fix(arena, finding->fix);
}

static int
compare_strings(const char *a, const char *b)
{
    return strcmp(a ? a : "", b ? b : "");
}

static int
compare_findings(const void *left, const void *right)
{
    const struct finding *a = left, *b = right;
    int order = compare_strings(a->path, b->path);
    if (order == 0 && a->offset != b->offset) {
        order = a->offset < b->offset ? -1 : 1;
    }
    if (order == 0 && a->line != b->line) {
        order = a->line < b->line ? -1 : 1;
    }
    if (order == 0 && a->column != b->column) {
        order = a->column < b->column ? -1 : 1;
    }
    if (order == 0) {
        order = compare_strings(a->rule, b->rule);
    }
    if (order == 0) {
        order = compare_strings(a->module, b->module);
    }
    return order ? order : compare_strings(a->message, b->message);
}

void
findings_sort(struct findings *findings)
{
    if (findings->n_items < 2) {
        return;
    }
    qsort(findings->items, findings->n_items, sizeof *findings->items,
          compare_findings);
    size_t kept = 1;
    for (size_t i = 1; i < findings->n_items; i++) {
        const struct finding *last = &findings->items[kept - 1];
        if (compare_findings(last, &findings->items[i]) != 0
            || !string_equal(last->scenario, findings->items[i].scenario))
        {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->n_items = kept;
}

size_t
findings_count(const struct findings *findings, enum level level)
{
    size_t n = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        n += findings->items[i].level >= level;
    }
    return n;
}

/* "./a.c", "a.c" and, in its folder, "/home/me/a.c" are one file. */
static const char *
plain_path(const char *path, const char *folder)
{
    if (path == NULL) {
        return "";
    }
    while (string_starts(path, "./")) {
        path += 2;
    }
    return folder != NULL ? path_below(path, folder) : path;
}

static bool
is_of_macro_of(const struct finding *finding, const struct finding *other)
{
    return finding->macro != NULL && other->macro != NULL && finding->level == other->level
           && strcmp(finding->macro, other->macro) == 0
           && finding->macro_offset == other->macro_offset
           && strcmp(finding->rule, other->rule) == 0;
}

void
findings_fold_macros(struct findings *findings)
{
    size_t *n_more = ARENA_ARRAY(findings->arena, size_t, findings->n_items + 1);
    size_t n_kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        const struct finding *finding = &findings->items[i];
        size_t k = finding->macro != NULL ? 0 : n_kept;
        while (k < n_kept && !is_of_macro_of(finding, &findings->items[k])) {
            k++;
        }
        if (k < n_kept) {
            n_more[k]++;
        }
        else {
            n_more[n_kept] = 0;
            findings->items[n_kept++] = *finding;
        }
    }
    findings->n_items = n_kept;
    for (size_t i = 0; i < n_kept; i++) {
        if (n_more[i] != 0) {
            finding_add_evidence(findings, &findings->items[i],
                                 "in the macro %s, which %zu more finding%s about",
                                 findings->items[i].macro, n_more[i],
                                 n_more[i] == 1 ? " is" : "s are");
        }
    }
}

uint64_t
finding_fingerprint(const struct finding *finding, const char *folder)
{
    const char *parts[] = {finding->rule, plain_path(finding->path, folder),
                           finding->module ? finding->module : "",
                           finding->symbol ? finding->symbol : finding->message,
                           finding->scenario ? finding->scenario : ""};
    /* FNV-1a, with a NUL between the parts. */
    uint64_t hash = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        for (const char *at = parts[i];; at++) {
            hash = (hash ^ (unsigned char)*at) * UINT64_C(1099511628211);
            if (*at == '\0') {
                break;
            }
        }
    }
    return hash;
}

size_t
findings_occurrence(const struct findings *findings, size_t i, const char *folder)
{
    const struct finding *items = findings->items;
    uint64_t hash = finding_fingerprint(&items[i], folder);
    size_t n = 1;
    /* They are sorted by path: all that are alike lie side by side with it. */
    for (size_t k = i; k > 0 && string_equal(items[k - 1].path, items[i].path); k--) {
        n += finding_fingerprint(&items[k - 1], folder) == hash;
    }
    return n;
}
