/* ignore-unused, ignore-without-reason */
#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"
#include "checks/suppression.h"
#include "model/rule.h"
#include "model/tokens.h"

/* --- reading ------------------------------------------------------------- */

/* LIST begins with its bracket, or is no list. */
static const char *
split_rules(struct check *check, const char *list, struct suppression *made)
{
    if (*list != '[') {
        return list;
    }
    list++;
    const char **names = NULL;
    size_t capacity = 0;
    const char *end = list + strcspn(list, "]");
    while (list < end) {
        list += strspn(list, ", \t");
        size_t size = strcspn(list, ", \t]");
        if (size != 0) {
            ARENA_GROW(check->arena, names, made->n_rules, capacity);
            names[made->n_rules++] = arena_copy(check->arena, list, size);
        }
        list += size;
    }
    made->rules = names;
    made->is_own = arena_alloc(check->arena, made->n_rules * sizeof(bool), 1);
    memset(made->is_own, 0, made->n_rules * sizeof(bool));
    return *end == ']' ? end + 1 : end;
}

/* Behind "insulate: ignore" in COMMENT, with or without white space in it; NULL: it is no
 * suppression.  One that names no rule counts where the comment is nothing else. */
static const char *
behind_mark(const char *comment)
{
    for (const char *at = comment; (at = strstr(at, "insulate:")) != NULL;) {
        bool is_first = comment + strspn(comment, "/*! \t\r\n") == at;
        at += strlen("insulate:");
        const char *word = at + strspn(at, " \t");
        if (!string_starts(word, "ignore")) {
            continue;
        }
        const char *list = word + strlen("ignore");
        const char *bracket = list + strspn(list, " \t");
        if (*bracket == '[' || (is_first && !isalnum((unsigned char)*list))) {
            return bracket;
        }
    }
    return NULL;
}

/* Is there a word between TEXT and the end of the comment? */
static bool
says_something(const char *text)
{
    for (; *text != '\0'; text++) {
        if (isalnum((unsigned char)*text) || (unsigned char)*text >= 0x80) {
            return true;
        }
    }
    return false;
}

/* The one that another configuration's reading entered, or NULL. */
static struct suppression *
find_known(const struct suppressions *suppressions, const struct source_file *file,
           uint32_t offset)
{
    for (size_t i = 0; i < suppressions->n_items; i++) {
        struct suppression *known = &suppressions->items[i];
        if (known->offset == offset
            && strcmp(known->file->real_path, file->real_path) == 0)
        {
            return known;
        }
    }
    return NULL;
}

static void
read_comment(struct check *check, const struct source_file *file,
             const struct token *token, struct suppressions *suppressions)
{
    const char *text =
        arena_copy(check->arena, file->text + token->begin, token->end - token->begin);
    const char *found = behind_mark(text);
    if (found == NULL) {
        return;
    }
    bool is_reached = token->inactive == 0 && !file->is_broken;
    struct suppression *known = find_known(suppressions, file, token->begin);
    if (known != NULL) {
        known->is_reached = known->is_reached || is_reached;
        return;
    }
    struct suppression made = {
        .file = file,
        .offset = token->begin,
        .first_line = source_line(file, token->begin),
        .last_line = source_line(file, token->end - 1),
        .is_reached = is_reached,
    };
    const char *reason = split_rules(check, found, &made);
    made.has_reason = says_something(reason);
    ARENA_GROW(check->arena, suppressions->items, suppressions->n_items,
               suppressions->capacity);
    suppressions->items[suppressions->n_items++] = made;
}

void
suppressions_read(struct check *check, struct suppressions *suppressions)
{
    for (size_t i = 0; i < check->source->n_files; i++) {
        const struct source_file *file = check->source->files[i];
        if (!file->is_project || strstr(file->text, "insulate:") == NULL) {
            continue;
        }
        for (size_t k = 0; k < file->n_tokens; k++) {
            if (file->tokens[k].kind == TOKEN_COMMENT) {
                read_comment(check, file, &file->tokens[k], suppressions);
            }
        }
    }
}

/* --- applying ------------------------------------------------------------ */

/* The place of FINDING's rule in the list of SUPPRESSION, if the finding lies on the lines
 * from the comment's first to BELOW lines after its last; else n_rules. */
static size_t
find_rule(const struct suppression *suppression, const struct finding *finding,
          unsigned below)
{
    size_t i = 0;
    if (finding->path == NULL || strcmp(finding->path, suppression->file->path) != 0
        || finding->line < suppression->first_line
        || finding->line > suppression->last_line + below)
    {
        return suppression->n_rules;
    }
    while (i < suppression->n_rules
           && strcmp(suppression->rules[i], finding->rule) != 0)
    {
        i++;
    }
    return i;
}

/* A comment behind the code it is about says nothing of the next line. */
static void
mark_own(struct suppressions *suppressions, const struct finding *finding)
{
    for (size_t i = 0; i < suppressions->n_items; i++) {
        struct suppression *suppression = &suppressions->items[i];
        size_t rule = find_rule(suppression, finding, 0);
        if (rule < suppression->n_rules) {
            suppression->is_own[rule] = true;
        }
    }
}

static bool
covers(const struct suppression *suppression, const struct finding *finding)
{
    size_t rule = find_rule(suppression, finding, 1);
    return rule < suppression->n_rules
           && (finding->line <= suppression->last_line || !suppression->is_own[rule]);
}

static bool
is_suppressed(struct suppressions *suppressions, const struct finding *finding)
{
    bool suppressed = false;
    for (size_t i = 0; i < suppressions->n_items; i++) {
        if (covers(&suppressions->items[i], finding)) {
            suppressions->items[i].is_used = true;
            suppressed = true;
        }
    }
    return suppressed;
}

static void
report(struct check *check, const struct suppression *suppression)
{
    if (suppression->is_used && !suppression->has_reason) {
        check_add(check, "ignore-without-reason", suppression->file,
                  suppression->offset, NULL,
                  "the suppression has no reason; write one after the bracket");
    }
    if (suppression->is_used || suppression->file->is_broken) {
        return;
    }
    const char *unknown = NULL;
    for (size_t i = 0; i < suppression->n_rules; i++) {
        if (rule_find(suppression->rules[i]) == NULL) {
            unknown = suppression->rules[i];
        }
    }
    if (suppression->n_rules == 0) {
        check_add(check, "ignore-unused", suppression->file, suppression->offset, NULL,
                  "the suppression has no rule; write 'insulate: ignore[RULE] REASON'");
    }
    else if (unknown != NULL) {
        check_add(check, "ignore-unused", suppression->file, suppression->offset, NULL,
                  "unknown rule '%s' in a suppression; 'insulate rule' lists all rules",
                  unknown);
    }
    else if (suppression->is_reached) {
        check_add(check, "ignore-unused", suppression->file, suppression->offset, NULL,
                  "unused suppression; remove it");
    }
}

void
suppressions_apply(struct check *check, struct suppressions *suppressions)
{
    struct findings *findings = check->findings;
    size_t kept = 0;
    for (size_t i = 0; i < findings->n_items; i++) {
        mark_own(suppressions, &findings->items[i]);
    }
    for (size_t i = 0; i < findings->n_items; i++) {
        if (!is_suppressed(suppressions, &findings->items[i])) {
            findings->items[kept++] = findings->items[i];
        }
    }
    findings->n_items = kept;
}

void
suppressions_report(struct check *check, const struct suppressions *suppressions)
{
    for (size_t i = 0; i < suppressions->n_items; i++) {
        report(check, &suppressions->items[i]);
    }
}
