#include "convert/facts/inactive/conditionals.h"

#include <limits.h>
#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/nodes.h"
#include "model/tokens.h"

const struct conditions *
conditions_from(struct arena *arena, const struct source *source, unsigned floor)
{
    const struct build build = {.version = floor, .is_open = true};
    return conditions_new(arena, source, &build);
}

bool
is_dead(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    return conditions_at(c->conditions, file, offset) == TRUTH_NO;
}

/* --- their structure -------------------------------------------------------- */

/* The '#' of the next directive of the same conditional as the one at token I. */
static size_t
next_branch(const struct source_file *file, size_t i)
{
    size_t depth = 0;
    for (size_t k = i + 1; k < file->n_tokens; k++) {
        if (!token_begins_directive(file, k)) {
            continue;
        }
        if (string_starts(file->text + file->tokens[k + 1].begin, "if")) {
            depth++;
        }
        else if (depth == 0
                 && (token_is(file, k + 1, "elif") || token_is(file, k + 1, "else")
                     || token_is(file, k + 1, "endif")))
        {
            return k;
        }
        else if (token_is(file, k + 1, "endif")) {
            depth--;
        }
    }
    return file->n_tokens;
}

/* Does the project define NAME in code that this build does not compile, and another may? */
static bool
is_defined_otherwise(const struct conversion *c, const char *name)
{
    for (size_t i = 0; i < c->source->n_files; i++) {
        struct word word = {.file = c->source->files[i]};
        while (word.file->is_project && word_next(&word, name, word.file->size)) {
            if (word.is_defined && word.is_inactive && !is_dead(c, word.file, word.begin)) {
                return true;
            }
        }
    }
    return false;
}

bool
text_differs_by_macro(const struct conversion *c, const struct source_file *file,
                      uint32_t begin, uint32_t end, int depth)
{
    struct word word = {.file = file, .end = begin};
    while (word_next(&word, NULL, end)) {
        if (is_defined_otherwise(c, text_of(c, file, word.begin, word.end))) {
            return true;
        }
        for (size_t i = 0; depth > 0 && i < c->source->n_macros; i++) {
            const struct macro *macro = c->source->macros[i];
            if (word_is(&word, macro->name)
                && text_differs_by_macro(c, macro->file, macro->body, macro->end, depth - 1))
            {
                return true;
            }
        }
    }
    return false;
}

const char *
macro_of_other_builds(const struct conversion *c, const struct node *node)
{
    node = node_bare(node);
    struct word word = {.file = node != NULL ? node->file : NULL};
    if (node == NULL || word.file == NULL || is_null_in_each_build(node)) {
        return NULL;
    }
    word.end = node->begin;
    while (word_next(&word, NULL, node->end)) {
        const char *name = text_of(c, word.file, word.begin, word.end);
        if (is_defined_otherwise(c, name)) {
            return name;
        }
    }
    return NULL;
}

bool
conditional_next(const struct source_file *file, uint32_t begin, uint32_t end,
                 struct conditional *out)
{
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        size_t rest =
            token_begins_conditional(file, i) ? next_branch(file, i) : file->n_tokens;
        size_t last = rest;
        while (last < file->n_tokens && !token_is(file, last + 1, "endif")) {
            last = next_branch(file, last);
        }
        if (last < file->n_tokens) {
            size_t second =
                token_is(file, rest + 1, "else") ? next_branch(file, rest) : rest;
            *out = (struct conditional){
                .file = file,
                .begin = file->tokens[i].begin,
                .rest = file->tokens[rest].begin,
                .last = file->tokens[last].begin,
                .is_plain = second == last,
            };
            return true;
        }
    }
    return false;
}

bool
branches_exclude(const struct source_file *file, uint32_t one, uint32_t other)
{
    uint32_t first = one < other ? one : other, second = one < other ? other : one;
    for (size_t i = 0; i < file->n_tokens && file->tokens[i].begin < first; i++) {
        if (!token_begins_conditional(file, i)) {
            continue;
        }
        /* The directives of the conditional: one between the two, and one behind them. */
        size_t next = next_branch(file, i);
        while (next < file->n_tokens && file->tokens[next].begin < first
               && !token_is(file, next + 1, "endif"))
        {
            next = next_branch(file, next);
        }
        bool is_between = next < file->n_tokens && file->tokens[next].begin > first
                          && file->tokens[next].begin < second
                          && !token_is(file, next + 1, "endif");
        while (is_between && next < file->n_tokens && file->tokens[next].begin < second
               && !token_is(file, next + 1, "endif"))
        {
            next = next_branch(file, next);
        }
        if (is_between && next < file->n_tokens && file->tokens[next].begin > second) {
            return true;
        }
    }
    return false;
}

enum truth
conditional_value(const struct conditions *conditions,
                  const struct conditional *conditional)
{
    return conditions_test(conditions, conditional->file,
                           source_token(conditional->file, conditional->begin));
}

struct range
conditional_content(const struct conditional *conditional)
{
    uint32_t end;
    (void)directive_around(conditional->file, conditional->begin, &end);
    return (struct range){end, conditional->rest};
}

bool
else_around(const struct source_file *file, uint32_t offset, struct range *out)
{
    uint32_t end, begin = directive_around(file, offset, &end);
    size_t first = source_token(file, begin), behind = source_token(file, end);
    if (first < 2 || !token_is(file, first - 1, "else")
        || !token_is(file, first - 2, "#") || !token_is(file, behind, "#")
        || !token_is(file, behind + 1, "endif"))
    {
        return false;
    }
    *out = (struct range){file->tokens[first - 2].begin, file->tokens[behind].begin};
    return true;
}

bool
conditional_around(const struct source_file *file, uint32_t begin, uint32_t end,
                   struct conditional *out)
{
    size_t i = source_token(file, begin), k = source_token(file, end);
    while (i > 0 && file->tokens[i - 1].kind == TOKEN_COMMENT) {
        i--;
    }
    if (i == 0 || file->tokens[i - 1].directive == 0) {
        return false;
    }
    uint32_t opens = file->tokens[i - 1].directive;
    while (i > 0 && file->tokens[i - 1].directive == opens) {
        i--;
    }
    if (!token_is(file, i + 1, "ifdef") && !token_is(file, i + 1, "if")) {
        return false;
    }
    while (k < file->n_tokens && file->tokens[k].kind == TOKEN_COMMENT) {
        k++;
    }
    if (k + 1 >= file->n_tokens || !token_is(file, k + 1, "endif")) {
        return false;
    }
    *out = (struct conditional){.file = file,
                                .begin = file->tokens[i].begin,
                                .rest = file->tokens[k].begin,
                                .last = file->tokens[k].begin,
                                .is_plain = true};
    return true;
}

/* How the directive whose '#' is token I nests: 1: it opens, -1: it closes, 2: another
 * branch of the same conditional; 0: it is none of these. */
static int
nesting_of(const struct source_file *file, size_t i)
{
    if (!token_begins_directive(file, i)) {
        return 0;
    }
    if (token_begins_conditional(file, i)) {
        return 1;
    }
    return token_is(file, i + 1, "endif")                                   ? -1
           : token_is(file, i + 1, "else") || token_is(file, i + 1, "elif") ? 2
                                                                            : 0;
}

bool
conditional_has_only_heads(const struct conditional *conditional)
{
    const struct source_file *file = conditional->file;
    for (size_t i = source_token(file, conditional->begin);
         i < file->n_tokens && file->tokens[i].begin < conditional->last; i++)
    {
        if (token_is(file, i, "{") || token_is(file, i, "}") || token_is(file, i, ";")
            || (token_begins_directive(file, i) && !token_begins_conditional(file, i)
                && !token_is(file, i + 1, "else") && !token_is(file, i + 1, "elif")
                && !token_is(file, i + 1, "endif")))
        {
            return false;
        }
    }
    return true;
}

bool
text_is_balanced(const struct source_file *file, uint32_t begin, uint32_t end)
{
    int depth = 0;
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        int nesting = nesting_of(file, i);
        if (nesting == 2 && depth == 0) {
            return false;
        }
        depth += nesting == 2 ? 0 : nesting;
        if (depth < 0) {
            return false;
        }
    }
    return depth == 0;
}

bool
text_has_directive(const struct source_file *file, uint32_t begin, uint32_t end)
{
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive != 0) {
            return true;
        }
    }
    return false;
}

bool
text_has_paired_pragmas(const struct source_file *file, uint32_t begin, uint32_t end,
                        size_t *io_depth)
{
    size_t i = source_token(file, begin);
    while (i < file->n_tokens && file->tokens[i].begin < end) {
        uint32_t directive = file->tokens[i].directive;
        if (directive == 0) {
            i++;
            continue;
        }
        size_t name = token_after(file, i);
        bool opens = false, closes = false;
        if (name == file->n_tokens || !token_is(file, name, "pragma")) {
            return false;
        }
        for (; i < file->n_tokens && file->tokens[i].directive == directive; i++) {
            opens |= token_is(file, i, "push");
            closes |= token_is(file, i, "pop");
        }
        if (!opens && *io_depth == 0) {
            return false;
        }
        *io_depth += opens;
        *io_depth -= closes;
    }
    return true;
}

bool
conditional_in_front(const struct source_file *file, uint32_t offset, struct conditional *out)
{
    size_t before = source_token(file, offset);
    do {
        if (before == 0) {
            return false;
        }
        before--;
    } while (file->tokens[before].directive != 0 || file->tokens[before].kind == TOKEN_COMMENT);
    if (token_is(file, before, ";") || token_is(file, before, "}")
        || token_is(file, before, "{") || token_is(file, before, ":"))
    {
        return false;
    }
    uint32_t begin = 0;
    while (conditional_next(file, begin, offset, out)) {
        uint32_t end;
        directive_around(file, out->last, &end);
        if (end <= offset && out->begin < file->tokens[before].begin
            && file->tokens[before].begin < out->last && !text_is_code(file, end, offset))
        {
            return true;
        }
        begin = out->begin + 1;
    }
    return false;
}

uint32_t
directive_around(const struct source_file *file, uint32_t offset, uint32_t *out_end)
{
    size_t i = source_token(file, offset), last = i;
    uint32_t directive = i < file->n_tokens ? file->tokens[i].directive : 0;
    if (directive == 0) {
        *out_end = offset;
        return offset;
    }
    while (i > 0 && file->tokens[i - 1].directive == directive) {
        i--;
    }
    while (last + 1 < file->n_tokens && file->tokens[last + 1].directive == directive) {
        last++;
    }
    *out_end = file->tokens[last].end;
    return file->tokens[i].begin;
}

bool
text_is_code(const struct source_file *file, uint32_t begin, uint32_t end)
{
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive == 0 && file->tokens[i].kind != TOKEN_COMMENT) {
            return true;
        }
    }
    return false;
}

/* The '#' of the first (or, from the end, last) directive in front of token I or behind
 * it until OPEN conditionals are closed that way. */
static size_t
widen(const struct source_file *file, size_t i, int open, bool is_forward)
{
    while (open > 0 && (is_forward ? i + 1 < file->n_tokens : i > 0)) {
        i = is_forward ? i + 1 : i - 1;
        int nesting = nesting_of(file, i);
        if (nesting == 1 || nesting == -1) {
            open -= is_forward ? -nesting : nesting;
        }
    }
    return i;
}

bool
text_of_definitions(const struct source_file *file, const char *const *names,
                    size_t n_names, struct range *out)
{
    size_t first = file->n_tokens, last = file->n_tokens;
    int depth = 0, lowest = 0;

    for (size_t i = 0; i + 2 < file->n_tokens; i++) {
        for (size_t k = 0;
             k < n_names && token_begins_directive(file, i)
             && token_is(file, i + 1, "define");
             k++)
        {
            if (token_is(file, i + 2, names[k])) {
                first = first == file->n_tokens ? i : first;
                last = i;
            }
        }
    }
    if (first == file->n_tokens) {
        return false;
    }
    for (size_t i = first; i <= last; i++) {
        int nesting = nesting_of(file, i);
        depth += nesting == 2 ? 0 : nesting;
        lowest = depth < lowest ? depth : lowest;
    }
    first = widen(file, first, -lowest, false);
    last = widen(file, last, depth - lowest, true);
    uint32_t end;
    (void)directive_around(file, file->tokens[last].begin, &end);
    *out = (struct range){file->tokens[first].begin, end};
    return !text_is_code(file, out->begin, out->end);
}

bool
last_include(const struct source_file *file, uint32_t limit, uint32_t *out_begin)
{
    int depth = 0, best = INT_MAX;
    bool is_closed = false; /* the branch of the best one ends in front of LIMIT */
    for (size_t i = 0; i + 1 < file->n_tokens && file->tokens[i].begin < limit; i++) {
        int nesting = nesting_of(file, i);
        if (nesting == 1 || (nesting == -1 && depth > 0)) {
            depth += nesting;
            is_closed |= depth < best;
        }
        else if (nesting == 2) {
            is_closed |= depth == best;
        }
        else if (token_begins_directive(file, i) && token_is(file, i + 1, "include")
                 && depth <= best)
        {
            best = depth;
            is_closed = false;
            *out_begin = file->tokens[i].begin;
        }
    }
    return best != INT_MAX && !is_closed;
}
