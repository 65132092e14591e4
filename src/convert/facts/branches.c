/* Preprocessor branches that no supported Python takes: PY_VERSION_HEX is at least the
 * floor, PY_MAJOR_VERSION is 3.  What stands in them is of no concern. */
#include "convert/facts/branches.h"

#include <stdlib.h>
#include <string.h>

#include "convert/facts/places.h"

static const struct bounds anything = {INT64_MIN, INT64_MAX};

static const struct bounds maybe = {0, 1};

enum { MAX_EXPANSION = 4 };

struct evaluation {
    const struct conversion *c;
    const struct source_file *file;
    size_t i, end; /* the next token, and behind the last */
    unsigned depth;
    bool searches; /* asks all files for a name that no macro of this build has */
};

static struct bounds evaluate_or(struct evaluation *e);

static bool
is_true(struct bounds value)
{
    return value.low > 0 || value.high < 0;
}

static bool
is_false(struct bounds value)
{
    return value.low == 0 && value.high == 0;
}

static struct bounds
truth(bool yes, bool no)
{
    return yes ? (struct bounds){1, 1} : no ? (struct bounds){0, 0} : maybe;
}

static bool
take(struct evaluation *e, const char *text)
{
    if (e->i < e->end && token_is(e->file, e->i, text)) {
        e->i++;
        return true;
    }
    return false;
}

static const struct macro *
macro_of(const struct evaluation *e, const char *name)
{
    const struct macro *found = NULL;
    for (size_t i = 0; i < e->c->source->n_macros; i++) {
        const struct macro *macro = e->c->source->macros[i];
        if (strcmp(macro->name, name) == 0) {
            if (found != NULL) {
                return NULL; /* which one counts is not known */
            }
            found = macro;
        }
    }
    return found;
}

static struct bounds
evaluate_name(struct evaluation *e, const char *name)
{
    unsigned floor = e->c->options->floor;
    if (strcmp(name, "PY_VERSION_HEX") == 0) {
        return (struct bounds){floor, INT64_MAX};
    }
    if (strcmp(name, "PY_MAJOR_VERSION") == 0) {
        return (struct bounds){3, 3};
    }
    if (strcmp(name, "PY_MINOR_VERSION") == 0) {
        return (struct bounds){floor >> 16 & 0xff, INT64_MAX};
    }
    const struct macro *macro = macro_of(e, name);
    if (macro == NULL || macro->function_like || e->depth >= MAX_EXPANSION
        || macro->body >= macro->end)
    {
        return anything;
    }
    struct evaluation inner = {e->c,
                               macro->file,
                               token_at(macro->file, macro->body),
                               token_at(macro->file, macro->end),
                               e->depth + 1,
                               false};
    return evaluate_or(&inner);
}

static bool dead_at(const struct conversion *c, const struct source_file *file,
                    uint32_t offset, unsigned depth, bool *out_is_certain);

bool
is_directive(const struct source_file *file, size_t i)
{
    return i + 1 < file->n_tokens && file->tokens[i].directive != 0
           && token_is(file, i, "#")
           && (i == 0 || file->tokens[i - 1].directive != file->tokens[i].directive);
}

/* Is NAME defined, but only in branches that no supported Python takes? */
static bool
is_defined_for_dead_only(const struct evaluation *e, const char *name)
{
    bool is_defined = false, ignored;
    for (size_t k = 0; k < e->c->source->n_files; k++) {
        const struct source_file *file = e->c->source->files[k];
        for (size_t i = 0; i + 2 < file->n_tokens; i++) {
            if (!is_directive(file, i) || !token_is(file, i + 1, "define")
                || !token_is(file, i + 2, name))
            {
                continue;
            }
            is_defined = true;
            if (!dead_at(e->c, file, file->tokens[i].begin, e->depth + 1, &ignored)) {
                return false;
            }
        }
    }
    return is_defined;
}

static struct bounds
evaluate_defined(struct evaluation *e)
{
    bool has_paren = take(e, "(");
    if (e->i >= e->end) {
        return maybe;
    }
    const char *name = token_text(e->c, e->file, e->i++);
    if (has_paren) {
        take(e, ")");
    }
    if (string_starts(name, "PY_") && string_ends(name, "_VERSION")) {
        return (struct bounds){1, 1};
    }
    const struct macro *macro = macro_of(e, name);
    bool is_certain = false;
    if (macro != NULL && e->depth < MAX_EXPANSION) {
        bool is_dead =
            dead_at(e->c, macro->file, macro->begin, e->depth + 1, &is_certain);
        return is_dead      ? (struct bounds){0, 0}
               : is_certain ? (struct bounds){1, 1}
                            : maybe;
    }
    if (macro == NULL && e->searches && is_defined_for_dead_only(e, name)) {
        return (struct bounds){0, 0};
    }
    return maybe;
}

static struct bounds
evaluate_primary(struct evaluation *e)
{
    if (e->i >= e->end) {
        return anything;
    }
    if (take(e, "!")) {
        struct bounds value = evaluate_primary(e);
        return truth(is_false(value), is_true(value));
    }
    if (take(e, "(")) {
        struct bounds value = evaluate_or(e);
        take(e, ")");
        return value;
    }
    const struct token *token = &e->file->tokens[e->i];
    if (token->kind == TOKEN_NUMBER) {
        long long value = strtoll(e->file->text + token->begin, NULL, 0);
        e->i++;
        return (struct bounds){value, value};
    }
    if (token->kind != TOKEN_IDENTIFIER) {
        e->i++;
        return anything;
    }
    if (take(e, "defined")) {
        return evaluate_defined(e);
    }
    const char *name = token_text(e->c, e->file, e->i++);
    if (e->i < e->end && token_is(e->file, e->i, "(")) {
        e->i = token_closing(e->file, e->i);
        e->i += e->i < e->end;
        return anything;
    }
    return evaluate_name(e, name);
}

static struct bounds
evaluate_comparison(struct evaluation *e)
{
    struct bounds a = evaluate_primary(e);
    static const char *const operators[] = {"==", "!=", "<", "<=", ">", ">="};
    for (size_t k = 0; k < ARRAY_LENGTH(operators); k++) {
        if (!take(e, operators[k])) {
            continue;
        }
        struct bounds b = evaluate_primary(e);
        bool same = a.low == a.high && b.low == b.high && a.low == b.low;
        bool apart = a.high < b.low || b.high < a.low;
        switch (k) {
        case 0:
            return truth(same, apart);
        case 1:
            return truth(apart, same);
        case 2:
            return truth(a.high < b.low, a.low >= b.high);
        case 3:
            return truth(a.high <= b.low, a.low > b.high);
        case 4:
            return truth(a.low > b.high, a.high <= b.low);
        default:
            return truth(a.low >= b.high, a.high < b.low);
        }
    }
    /* Arithmetic is not followed. */
    while (e->i < e->end && !token_is(e->file, e->i, ")")
           && !token_is(e->file, e->i, "&&") && !token_is(e->file, e->i, "||"))
    {
        e->i++;
        a = anything;
    }
    return a;
}

static struct bounds
evaluate_and(struct evaluation *e)
{
    struct bounds a = evaluate_comparison(e);
    while (take(e, "&&")) {
        struct bounds b = evaluate_comparison(e);
        a = truth(is_true(a) && is_true(b), is_false(a) || is_false(b));
    }
    return a;
}

static struct bounds
evaluate_or(struct evaluation *e)
{
    struct bounds a = evaluate_and(e);
    while (take(e, "||")) {
        struct bounds b = evaluate_and(e);
        a = truth(is_true(a) || is_true(b), is_false(a) && is_false(b));
    }
    return a;
}

struct bounds
condition_at(const struct conversion *c, const struct source_file *file, size_t i,
             unsigned depth, bool searches)
{
    uint32_t directive = file->tokens[i].directive;
    struct evaluation e = {c, file, i + 2, i + 2, depth, searches};
    while (e.end < file->n_tokens && file->tokens[e.end].directive == directive
           && file->tokens[e.end].kind != TOKEN_COMMENT)
    {
        e.end++;
    }
    if (token_is(file, i + 1, "ifdef") || token_is(file, i + 1, "ifndef")) {
        struct bounds value = evaluate_defined(&e);
        return token_is(file, i + 1, "ifdef") ? value
                                              : truth(is_false(value), is_true(value));
    }
    return evaluate_or(&e);
}

enum { MAX_LEVELS = 64, MAX_CHAIN = 64 };

void
enter_branch(struct branch *branch, struct bounds value)
{
    branch->is_dead = branch->is_taken || is_false(value);
    branch->is_certain = !branch->is_taken && is_true(value);
    branch->is_taken |= is_true(value);
}

/* The directives, '#' tokens, that lead to a place: one #if and its #elif and #else. */
struct chain {
    size_t tokens[MAX_CHAIN];
    size_t n_tokens;
};

static struct branch
branch_of(const struct conversion *c, const struct source_file *file,
          const struct chain *chain, unsigned depth)
{
    struct branch branch = {false, false, false};
    bool all_dead = true;
    for (size_t i = 0; i < chain->n_tokens; i++) {
        size_t token = chain->tokens[i];
        if (token_is(file, token + 1, "else")) {
            branch.is_dead = branch.is_taken;
            branch.is_certain = all_dead;
        }
        else {
            /* The first directive of a file is its guard. */
            enter_branch(&branch, token == 0
                                      ? (struct bounds){1, 1}
                                      : condition_at(c, file, token, depth, false));
        }
        all_dead &= branch.is_dead;
    }
    return branch;
}

/* Is OFFSET in a branch that is never taken?  *out_is_certain: it is in none, or in
 * such that are always taken. */
static bool
dead_at(const struct conversion *c, const struct source_file *file, uint32_t offset,
        unsigned depth, bool *out_is_certain)
{
    CLEANUP(arena_cleanup) struct arena *arena = arena_new();
    struct chain *chains = ARENA_ARRAY(arena, struct chain, MAX_LEVELS);
    size_t n = 0;

    for (size_t i = 0; i < file->n_tokens && file->tokens[i].begin < offset; i++) {
        if (!is_directive(file, i)) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            if (n == MAX_LEVELS) {
                break;
            }
            chains[n].tokens[0] = i;
            chains[n++].n_tokens = 1;
        }
        else if (n > 0
                 && (token_is(file, i + 1, "elif") || token_is(file, i + 1, "else"))) {
            struct chain *chain = &chains[n - 1];
            if (chain->n_tokens < MAX_CHAIN) {
                chain->tokens[chain->n_tokens++] = i;
            }
        }
        else if (n > 0 && token_is(file, i + 1, "endif")) {
            n--;
        }
    }
    *out_is_certain = true;
    for (size_t i = 0; i < n; i++) {
        struct branch branch = branch_of(c, file, &chains[i], depth);
        if (branch.is_dead) {
            return true;
        }
        *out_is_certain &= branch.is_certain;
    }
    return false;
}

bool
is_dead(const struct conversion *c, const struct source_file *file, uint32_t offset)
{
    bool ignored;
    return dead_at(c, file, offset, 0, &ignored);
}

/* --- pruning -------------------------------------------------------------------------- */

uint32_t
conditional_begin(const struct source_file *file, uint32_t begin, uint32_t end)
{
    uint32_t place = place_before(file, begin);
    bool is_blank = true;
    for (uint32_t i = end; i < file->size && is_blank && file->text[i] != '\n'; i++) {
        is_blank = strchr(" \t\r}", file->text[i]) != NULL;
    }
    return is_blank && place > 0 ? place : begin;
}

uint32_t
lone_begin(const struct source_file *file, uint32_t begin)
{
    uint32_t before = begin > 0 ? line_begin(file, begin - 1) : begin;
    uint32_t behind = line_end(file, begin);
    bool is_between =
        strspn(file->text + before, " \t\r") >= begin - 1 - before && begin > before
        && behind < file->size
        && strchr("\r\n", file->text[behind + strspn(file->text + behind, " \t")])
               != NULL;
    return is_between ? before : begin;
}

bool
is_balanced(const struct source_file *file, uint32_t begin, uint32_t end)
{
    int depth = 0;
    for (size_t i = token_at(file, begin);
         i + 1 < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (file->tokens[i].directive == 0 || !token_is(file, i, "#")) {
            continue;
        }
        if (string_starts(file->text + file->tokens[i + 1].begin, "if")) {
            depth++;
        }
        else if (token_is(file, i + 1, "endif")
                 || (depth == 0 && token_is(file, i + 1, "else")))
        {
            depth--;
        }
    }
    return depth == 0;
}
