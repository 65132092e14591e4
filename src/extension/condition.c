#include "extension/condition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "model/api.h"
#include "model/tokens.h"

enum {
    EXPRESSION_DEPTH = 64, /* brackets in a condition */
};

static const struct value unknown = {.is_known = false};

/* NUMBER, or any above it in an open build. */
static struct value
version_number(const struct build *build, long long number)
{
    return build->is_open ? value_at_least(number) : value_of(number);
}

static enum truth
truth_of(struct value value)
{
    return value_is_true(value)    ? TRUTH_YES
           : value_is_false(value) ? TRUTH_NO
                                   : TRUTH_UNKNOWN;
}

bool
reader_is_at(const struct reader *reader, const char *text)
{
    return reader->at < reader->file->n_tokens
           && reader->file->tokens[reader->at].directive == reader->directive
           && token_is(reader->file, reader->at, text);
}

void
reader_advance(struct reader *reader)
{
    reader->at = token_after(reader->file, reader->at);
}

bool
reader_take(struct reader *reader, const char *text)
{
    if (!reader_is_at(reader, text)) {
        return false;
    }
    reader_advance(reader);
    return true;
}

/* The token's text, cut to fit. */
void
reader_copy_token(const struct reader *reader, char name[NAME_SIZE])
{
    const struct token *token = &reader->file->tokens[reader->at];
    size_t size = token->end - token->begin;
    size = size < NAME_SIZE ? size : NAME_SIZE - 1;
    memcpy(name, reader->file->text + token->begin, size);
    name[size] = '\0';
}

bool
reader_has_token(const struct reader *reader)
{
    return reader->at < reader->file->n_tokens
           && reader->file->tokens[reader->at].directive == reader->directive;
}

static const struct macro_setting *
setting_of(const struct build *build, const char *name)
{
    for (size_t i = 0; i < build->n_settings; i++) {
        if (strcmp(build->settings[i].name, name) == 0) {
            return &build->settings[i];
        }
    }
    return NULL;
}

const struct defined_name *
reader_definition(const struct reader *reader, const char *name)
{
    const struct definitions *definitions = reader->definitions;
    if (definitions == NULL) {
        return NULL;
    }
    const struct defined_name *known = map_find_string(&definitions->own, name);
    if (known == NULL && definitions->headers != NULL) {
        known = map_find_string(definitions->headers, name);
    }
    return known;
}

bool
name_is_of_version(const char *name)
{
    return strcmp(name, "PY_VERSION_HEX") == 0
           || (string_starts(name, "PY_") && string_ends(name, "_VERSION"));
}

bool
name_is_of_python(const char *name)
{
    return string_starts(name, "PY_") || string_starts(name, "Py");
}

/* Other implementations: their headers define these, no CPython's do. */
static bool
is_of_other_python(const char *name)
{
    return strcmp(name, "PYPY_VERSION") == 0 || strcmp(name, "PYPY_VERSION_NUM") == 0
           || strcmp(name, "GRAALVM_PYTHON") == 0;
}

static struct value
truth_value(enum truth truth)
{
    return truth == TRUTH_UNKNOWN ? unknown : value_of(truth == TRUTH_YES);
}

static struct value
is_defined(const struct reader *reader, const char *name)
{
    const struct build *build = reader->build;
    const struct macro_setting *setting = setting_of(build, name);
    const struct defined_name *definition = reader_definition(reader, name);
    const struct api *api = api_find(name);
    if (setting != NULL) {
        return value_of(setting->value != NULL);
    }
    if (definition != NULL && definition->is_defined != TRUTH_UNKNOWN) {
        return truth_value(definition->is_defined);
    }
    if (name_is_of_version(name)) {
        return value_of(1);
    }
    if (build->is_open) {
        return unknown;
    }
    if (strcmp(name, "Py_LIMITED_API") == 0) {
        return value_of(build->limited != 0);
    }
    if (strcmp(name, "Py_GIL_DISABLED") == 0 && build->knows_gil) {
        return value_of(build->is_free_threaded);
    }
    if (is_of_other_python(name)) {
        return value_of(0);
    }
    if (api != NULL) {
        return value_of(api->added <= (int)(build->version >> 16 & 0xff));
    }
    return unknown;
}

/* NAME, at token AT, is one that nothing here knows. */
static void
ask(const struct reader *reader, size_t at)
{
    struct asked_names *asked = reader->asked;
    if (asked != NULL && asked->n < ASKED_MOST) {
        asked->tokens[asked->n++] = at;
    }
}

static struct value
read_defined(struct reader *reader)
{
    bool has_bracket = reader_take(reader, "(");
    char name[NAME_SIZE] = "";
    size_t at = reader->at;
    if (reader_has_token(reader)) {
        reader_copy_token(reader, name);
        reader_advance(reader);
    }
    if (has_bracket) {
        reader_take(reader, ")");
    }
    struct value value = is_defined(reader, name);
    if (!value.is_known && name[0] != '\0') {
        ask(reader, at);
    }
    return value;
}

static struct value
value_of_name(const struct reader *reader, const char *name)
{
    const struct build *build = reader->build;
    const struct macro_setting *setting = setting_of(build, name);
    const struct defined_name *definition = reader_definition(reader, name);
    if (setting != NULL) {
        return setting->value ? value_of_text(setting->value, strlen(setting->value))
                              : value_of(0);
    }
    if (definition != NULL) {
        return definition->is_defined == TRUTH_NO ? value_of(0) : definition->value;
    }
    if (strcmp(name, "PY_VERSION_HEX") == 0) {
        return version_number(build, build->version);
    }
    if (strcmp(name, "PY_MAJOR_VERSION") == 0) {
        return value_of(build->version >> 24);
    }
    if (strcmp(name, "PY_MINOR_VERSION") == 0) {
        return version_number(build, build->version >> 16 & 0xff);
    }
    if (build->is_open) {
        return unknown;
    }
    if (strcmp(name, "Py_LIMITED_API") == 0) {
        return value_of(build->limited);
    }
    if (strcmp(name, "Py_GIL_DISABLED") == 0 && build->knows_gil) {
        return value_of(build->is_free_threaded);
    }
    if (is_of_other_python(name)) {
        return value_of(0);
    }
    return unknown;
}

struct value
reader_primary(struct reader *reader)
{
    char name[NAME_SIZE];
    if (!reader_has_token(reader) || reader->depth >= EXPRESSION_DEPTH) {
        return unknown;
    }
    if (reader_take(reader, "(")) {
        reader->depth++;
        struct value value = reader_expression(reader, 0);
        reader->depth--;
        reader_take(reader, ")");
        return value;
    }
    reader_copy_token(reader, name);
    size_t at = reader->at;
    const struct token *token = &reader->file->tokens[at];
    reader_advance(reader);
    if (strcmp(name, "defined") == 0) {
        return read_defined(reader);
    }
    if (token->kind == TOKEN_NUMBER || token->kind == TOKEN_CHARACTER) {
        return value_of_text(reader->file->text + token->begin,
                             token->end - token->begin);
    }
    if (reader_is_at(reader, "(")) {
        size_t close = token_closing(reader->file, reader->at);
        reader->at = close < reader->file->n_tokens ? close : reader->at;
        reader_advance(reader);
        return unknown;
    }
    struct value value = value_of_name(reader, name);
    if (!value.is_known && (isalpha((unsigned char)name[0]) || name[0] == '_')) {
        ask(reader, at);
    }
    return value;
}

static struct value
read_unary(struct reader *reader)
{
    if (reader->depth >= EXPRESSION_DEPTH) {
        return unknown;
    }
    for (const char *op = "!-~+"; *op != '\0'; op++) {
        if (reader_take(reader, (const char[]){*op, '\0'})) {
            reader->depth++;
            struct value value = read_unary(reader);
            reader->depth--;
            return value_changed(*op, value);
        }
    }
    return reader_primary(reader);
}

/* Operators, and how tightly they bind. */
static const struct {
    char text[3];
    int level;
} operators[] = {
    {"||", 1}, {"&&", 2}, {"|", 3},  {"^", 4},  {"&", 5},  {"==", 6},
    {"!=", 6}, {"<=", 7}, {">=", 7}, {"<", 7},  {">", 7},  {"<<", 8},
    {">>", 8}, {"+", 9},  {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10},
};

/* The text of the operator that READER is at, if it binds tighter than LEVEL (then
 * *OUT_LEVEL is how tight), or NULL. */
static const char *
operator_at(const struct reader *reader, int level, int *out_level)
{
    if (!reader_has_token(reader)
        || reader->file->tokens[reader->at].kind != TOKEN_PUNCTUATOR)
    {
        return NULL;
    }
    for (size_t i = 0; i < sizeof operators / sizeof operators[0]; i++) {
        if (operators[i].level > level
            && token_is(reader->file, reader->at, operators[i].text))
        {
            *out_level = operators[i].level;
            return operators[i].text;
        }
    }
    return NULL;
}

/* What operators that bind tighter than LEVEL join. */
struct value
reader_expression(struct reader *reader, int level)
{
    struct value value = read_unary(reader);
    const char *text;
    int own_level = 0;
    while ((text = operator_at(reader, level, &own_level)) != NULL) {
        reader_advance(reader);
        value = value_joined(value, text, reader_expression(reader, own_level));
    }
    if (level == 0 && reader->depth < EXPRESSION_DEPTH && reader_take(reader, "?")) {
        reader->depth++;
        struct value a = reader_expression(reader, 0);
        reader_take(reader, ":");
        struct value b = reader_expression(reader, 0);
        reader->depth--;
        return value_chosen(value, a, b);
    }
    return value;
}

enum truth
truth_negated(enum truth truth)
{
    return truth == TRUTH_UNKNOWN ? truth : truth == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

enum truth
truth_both(enum truth a, enum truth b)
{
    if (a == TRUTH_NO || b == TRUTH_NO) {
        return TRUTH_NO;
    }
    return a == TRUTH_UNKNOWN || b == TRUTH_UNKNOWN ? TRUTH_UNKNOWN : TRUTH_YES;
}

/* The first token of FILE behind its first comments and `#pragma once`. */
static size_t
first_of_contents(const struct source_file *file)
{
    size_t i = 0;
    uint32_t once = 0;
    while (i < file->n_tokens) {
        if (token_begins_directive(file, i) && i + 2 < file->n_tokens
            && token_is(file, i + 1, "pragma") && token_is(file, i + 2, "once"))
        {
            once = file->tokens[i].directive;
        }
        bool is_once = once != 0 && file->tokens[i].directive == once;
        if (file->tokens[i].kind != TOKEN_COMMENT && !is_once) {
            break;
        }
        i++;
    }
    return i;
}

/* Does DIRECTIVE begin FILE and its #endif end it, but for comments and `#pragma once`? */
static bool
is_around_file(const struct source_file *file, uint32_t directive)
{
    size_t i = first_of_contents(file), depth = 0;
    if (i == file->n_tokens || file->tokens[i].directive != directive) {
        return false;
    }
    do {
        if (token_begins_conditional(file, i)) {
            depth++;
        }
        else if (token_begins_directive(file, i) && token_is(file, i + 1, "endif")) {
            depth--;
        }
        i++;
    } while (depth > 0 && i < file->n_tokens);
    directive = i < file->n_tokens ? file->tokens[i].directive : 0;
    while (i < file->n_tokens
           && (file->tokens[i].kind == TOKEN_COMMENT
               || (directive != 0 && file->tokens[i].directive == directive)))
    {
        i++;
    }
    return depth == 0 && i == file->n_tokens;
}

/* Is `#define NAME`, of the name at token I, the next directive?  `#ifndef NAME` before it,
 * around the whole file, is a header's guard, and no condition. */
static bool
is_include_guard(const struct reader *reader, size_t i)
{
    const struct source_file *file = reader->file;
    if (i >= file->n_tokens || !is_around_file(file, reader->directive)) {
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

/* The name in `!defined(NAME)`, if READER is at that and nothing follows; else n_tokens. */
static size_t
only_not_defined(struct reader reader)
{
    size_t none = reader.file->n_tokens;
    if (!reader_take(&reader, "!") || !reader_take(&reader, "defined")) {
        return none;
    }
    bool has_bracket = reader_take(&reader, "(");
    size_t name = reader.at;
    reader_advance(&reader);
    return (!has_bracket || reader_take(&reader, ")")) && !reader_has_token(&reader)
               ? name
               : none;
}

/* The condition of an #if, #ifdef, #ifndef or #elif, behind whose '#' READER stands;
 * false if the directive is none of these. */
bool
reader_condition(struct reader *reader, enum truth *out_truth)
{
    bool is_if = reader_take(reader, "if");
    if (is_if && is_include_guard(reader, only_not_defined(*reader))) {
        *out_truth = TRUTH_YES;
    }
    else if (is_if || reader_take(reader, "elif")) {
        struct value value = reader_expression(reader, 0);
        /* What is left is no expression. */
        *out_truth = reader_has_token(reader) ? TRUTH_UNKNOWN : truth_of(value);
    }
    else if (reader_take(reader, "ifdef") || reader_take(reader, "elifdef")) {
        *out_truth = truth_of(read_defined(reader));
    }
    else if (reader_take(reader, "ifndef")) {
        *out_truth = is_include_guard(reader, reader->at)
                         ? TRUTH_YES
                         : truth_negated(truth_of(read_defined(reader)));
    }
    else if (reader_take(reader, "elifndef")) {
        *out_truth = truth_negated(truth_of(read_defined(reader)));
    }
    else {
        return false;
    }
    return true;
}

struct reader
reader_at(const struct source_file *file, size_t hash, const struct build *build)
{
    return (struct reader){.file = file,
                           .at = token_after(file, hash),
                           .directive = file->tokens[hash].directive,
                           .build = build};
}
