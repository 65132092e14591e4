#include "checks/conditional.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/api.h"

enum {
    NESTED_MOST = 64,      /* conditionals in conditionals that are told apart */
    EXPRESSION_DEPTH = 64, /* brackets in a condition */
    NAME_SIZE = 128,       /* longest name that a condition is understood by */
};

/* --- conditions ---------------------------------------------------------- */

/* A number, or one that is not known here. */
struct value {
    bool is_known;
    long long number;
};

struct reader {
    const struct source_file *file;
    size_t at;          /* token */
    uint32_t directive; /* that is read */
    const struct build *build;
    int depth;
};

static const struct value unknown = {false, 0};

static struct value
known(long long number)
{
    return (struct value){true, number};
}

static struct value read_expression(struct reader *reader, int level);

static bool
is_at(const struct reader *reader, const char *text)
{
    return reader->at < reader->file->n_tokens
           && reader->file->tokens[reader->at].directive == reader->directive
           && token_is(reader->file, reader->at, text);
}

static void
advance(struct reader *reader)
{
    reader->at = token_after(reader->file, reader->at);
}

static bool
take(struct reader *reader, const char *text)
{
    if (!is_at(reader, text)) {
        return false;
    }
    advance(reader);
    return true;
}

/* The token's text, cut to fit. */
static void
copy_token(const struct reader *reader, char name[NAME_SIZE])
{
    const struct token *token = &reader->file->tokens[reader->at];
    snprintf(name, NAME_SIZE, "%.*s", (int)(token->end - token->begin),
             reader->file->text + token->begin);
}

static bool
has_token(const struct reader *reader)
{
    return reader->at < reader->file->n_tokens
           && reader->file->tokens[reader->at].directive == reader->directive;
}

static struct value
is_defined(const struct reader *reader, const char *name)
{
    const struct api *api = api_find(name);
    if (strcmp(name, "PY_VERSION_HEX") == 0) {
        return known(1);
    }
    if (strcmp(name, "Py_LIMITED_API") == 0) {
        return known(reader->build->limited != 0);
    }
    if (api != NULL) {
        return known(api->added <= (int)(reader->build->version >> 16 & 0xff));
    }
    return unknown;
}

static struct value
read_defined(struct reader *reader)
{
    bool has_bracket = take(reader, "(");
    char name[NAME_SIZE] = "";
    if (has_token(reader)) {
        copy_token(reader, name);
        advance(reader);
    }
    if (has_bracket) {
        take(reader, ")");
    }
    return is_defined(reader, name);
}

static struct value
value_of_name(const struct reader *reader, const char *name)
{
    const struct build *build = reader->build;
    if (strcmp(name, "PY_VERSION_HEX") == 0) {
        return known(build->version);
    }
    if (strcmp(name, "PY_MAJOR_VERSION") == 0) {
        return known(build->version >> 24);
    }
    if (strcmp(name, "PY_MINOR_VERSION") == 0) {
        return known(build->version >> 16 & 0xff);
    }
    if (strcmp(name, "Py_LIMITED_API") == 0) {
        return known(build->limited);
    }
    return unknown;
}

static struct value
read_primary(struct reader *reader)
{
    char name[NAME_SIZE];
    if (!has_token(reader) || reader->depth >= EXPRESSION_DEPTH) {
        return unknown;
    }
    if (take(reader, "(")) {
        reader->depth++;
        struct value value = read_expression(reader, 0);
        reader->depth--;
        take(reader, ")");
        return value;
    }
    copy_token(reader, name);
    advance(reader);
    if (strcmp(name, "defined") == 0) {
        return read_defined(reader);
    }
    if (isdigit((unsigned char)name[0])) {
        return known(strtoll(name, NULL, 0));
    }
    if (is_at(reader, "(")) {
        size_t close = token_closing(reader->file, reader->at);
        reader->at = close < reader->file->n_tokens ? close : reader->at;
        advance(reader);
        return unknown;
    }
    return value_of_name(reader, name);
}

static struct value
read_unary(struct reader *reader)
{
    if (reader->depth >= EXPRESSION_DEPTH) {
        return unknown;
    }
    if (take(reader, "!")) {
        reader->depth++;
        struct value value = read_unary(reader);
        reader->depth--;
        return value.is_known ? known(!value.number) : unknown;
    }
    if (take(reader, "-")) {
        struct value value = read_primary(reader);
        return value.is_known ? known(-value.number) : unknown;
    }
    take(reader, "+");
    return read_primary(reader);
}

/* Operators, from those that bind least. */
static const char *const operators[][5] = {
    {"||"}, {"&&"}, {"==", "!="}, {"<=", ">=", "<", ">"}, {"+", "-"},
};
enum { LEVELS = sizeof operators / sizeof operators[0] };

static struct value
combine(const char *op, struct value a, struct value b)
{
    if (strcmp(op, "&&") == 0 || strcmp(op, "||") == 0) {
        bool deciding = op[0] == '|';
        if ((a.is_known && (a.number != 0) == deciding)
            || (b.is_known && (b.number != 0) == deciding))
        {
            return known(deciding);
        }
        return a.is_known && b.is_known ? known(!deciding) : unknown;
    }
    if (!a.is_known || !b.is_known) {
        return unknown;
    }
    switch (op[0]) {
    case '=':
        return known(a.number == b.number);
    case '!':
        return known(a.number != b.number);
    case '<':
        return known(op[1] ? a.number <= b.number : a.number < b.number);
    case '>':
        return known(op[1] ? a.number >= b.number : a.number > b.number);
    case '+':
        return known(a.number + b.number);
    default:
        return known(a.number - b.number);
    }
}

static struct value
read_expression(struct reader *reader, int level)
{
    if (level == LEVELS) {
        return read_unary(reader);
    }
    struct value value = read_expression(reader, level + 1);
    for (bool found = true; found;) {
        found = false;
        for (int i = 0; i < 5 && operators[level][i] != NULL && !found; i++) {
            if (take(reader, operators[level][i])) {
                value = combine(operators[level][i], value,
                                read_expression(reader, level + 1));
                found = true;
            }
        }
    }
    return value;
}

static enum truth
truth_of(struct value value)
{
    return !value.is_known ? TRUTH_UNKNOWN : value.number != 0 ? TRUTH_YES : TRUTH_NO;
}

static enum truth
negated(enum truth truth)
{
    return truth == TRUTH_UNKNOWN ? truth : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

static enum truth
both(enum truth a, enum truth b)
{
    if (a == TRUTH_NO || b == TRUTH_NO) {
        return TRUTH_NO;
    }
    return a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : TRUTH_YES;
}

/* --- nesting ------------------------------------------------------------- */

struct nesting {
    enum truth current[NESTED_MOST]; /* is this branch taken? */
    enum truth before[NESTED_MOST];  /* was one before it? */
    size_t depth;                    /* may be more than is told apart */
};

/* `#ifndef NAME` with `#define NAME` behind it: a header's guard is no condition. */
static bool
is_include_guard(const struct reader *reader)
{
    const struct source_file *file = reader->file;
    size_t i = reader->at;
    if (i >= file->n_tokens) {
        return false;
    }
    size_t hash = i;
    while (hash < file->n_tokens && file->tokens[hash].directive == reader->directive) {
        hash++;
    }
    if (hash + 2 >= file->n_tokens || !token_is(file, hash, "#")
        || !token_is(file, hash + 1, "define"))
    {
        return false;
    }
    const struct token *a = &file->tokens[i], *b = &file->tokens[hash + 2];
    return a->end - a->begin == b->end - b->begin
           && memcmp(file->text + a->begin, file->text + b->begin, a->end - a->begin)
                  == 0;
}

static void
push(struct nesting *nesting, enum truth truth)
{
    if (nesting->depth < NESTED_MOST) {
        nesting->current[nesting->depth] = nesting->before[nesting->depth] = truth;
    }
    nesting->depth++;
}

static void
turn(struct nesting *nesting, enum truth truth)
{
    if (nesting->depth == 0 || nesting->depth > NESTED_MOST) {
        return;
    }
    enum truth *before = &nesting->before[nesting->depth - 1];
    nesting->current[nesting->depth - 1] = both(negated(*before), truth);
    *before = negated(both(negated(*before), negated(truth)));
}

/* One directive, whose '#' is token I. */
static void
read_directive(struct nesting *nesting, const struct source_file *file, size_t i,
               const struct build *build)
{
    struct reader reader = {.file = file,
                            .at = token_after(file, i),
                            .directive = file->tokens[i].directive,
                            .build = build};
    if (take(&reader, "if")) {
        push(nesting, truth_of(read_expression(&reader, 0)));
    }
    else if (take(&reader, "ifdef")) {
        push(nesting, truth_of(read_defined(&reader)));
    }
    else if (take(&reader, "ifndef")) {
        push(nesting, is_include_guard(&reader)
                          ? TRUTH_YES
                          : negated(truth_of(read_defined(&reader))));
    }
    else if (take(&reader, "elif")) {
        turn(nesting, truth_of(read_expression(&reader, 0)));
    }
    else if (take(&reader, "else")) {
        turn(nesting, TRUTH_YES);
    }
    else if (take(&reader, "endif") && nesting->depth > 0) {
        nesting->depth--;
    }
}

enum truth
offset_is_compiled(const struct source_file *file, uint32_t offset,
                   const struct build *build)
{
    struct nesting nesting = {.depth = 0};
    uint32_t last = 0;
    for (size_t i = 0; i < file->n_tokens && file->tokens[i].begin < offset; i++) {
        const struct token *token = &file->tokens[i];
        if (token->directive != 0 && token->directive != last) {
            last = token->directive;
            read_directive(&nesting, file, i, build);
        }
    }
    enum truth truth = nesting.depth > NESTED_MOST ? TRUTH_UNKNOWN : TRUTH_YES;
    for (size_t i = 0; i < nesting.depth && i < NESTED_MOST; i++) {
        truth = both(truth, nesting.current[i]);
    }
    return truth;
}
