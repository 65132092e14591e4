#include "checks/conditional.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "model/api.h"

enum {
    NESTED_MOST = 64,      /* conditionals in conditionals that are told apart */
    EXPRESSION_DEPTH = 64, /* brackets in a condition */
    NAME_SIZE = 128,       /* longest name that a condition is understood by */
    TESTS_MOST = 16,       /* #elif of one #if that wishes are sought through */
    NAMES_MOST = 8,        /* names in the conditions of one branch that are tried */
};

/* --- conditions ---------------------------------------------------------- */

/* A number, or one that is not known here. */
struct value {
    bool is_known;
    long long number;
};

/* What the project's directives have said of a name so far. */
struct defined_name {
    enum truth is_defined;
    struct value value;
};

/* Names to `struct defined_name`. */
struct definitions {
    struct arena *arena;
    struct map own;            /* of the file that is read */
    const struct map *headers; /* of the headers before it, or NULL */
};

/* Names that conditions ask for and nothing here knows; their first tokens. */
struct asked_names {
    size_t tokens[NAMES_MOST];
    size_t n;
};

struct reader {
    const struct source_file *file;
    size_t at;          /* token */
    uint32_t directive; /* that is read */
    const struct build *build;
    const struct definitions *definitions; /* NULL: none are known */
    struct asked_names *asked;             /* NULL: not wanted */
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

static const struct defined_name *
definition_of(const struct reader *reader, const char *name)
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
    return truth == TRUTH_UNKNOWN ? unknown : known(truth == TRUTH_YES);
}

static struct value
is_defined(const struct reader *reader, const char *name)
{
    const struct build *build = reader->build;
    const struct macro_setting *setting = setting_of(build, name);
    const struct defined_name *definition = definition_of(reader, name);
    const struct api *api = api_find(name);
    if (setting != NULL) {
        return known(setting->value != NULL);
    }
    if (definition != NULL && definition->is_defined != TRUTH_UNKNOWN) {
        return truth_value(definition->is_defined);
    }
    if (strcmp(name, "PY_VERSION_HEX") == 0) {
        return known(1);
    }
    if (strcmp(name, "Py_LIMITED_API") == 0) {
        return known(build->limited != 0);
    }
    if (strcmp(name, "Py_GIL_DISABLED") == 0 && build->knows_gil) {
        return known(build->is_free_threaded);
    }
    if (is_of_other_python(name)) {
        return known(0);
    }
    if (api != NULL) {
        return known(api->added <= (int)(build->version >> 16 & 0xff));
    }
    return unknown;
}

/* NAME, at token AT, is one that nothing here knows. */
static void
ask(const struct reader *reader, size_t at)
{
    struct asked_names *asked = reader->asked;
    if (asked != NULL && asked->n < NAMES_MOST) {
        asked->tokens[asked->n++] = at;
    }
}

static struct value
read_defined(struct reader *reader)
{
    bool has_bracket = take(reader, "(");
    char name[NAME_SIZE] = "";
    size_t at = reader->at;
    if (has_token(reader)) {
        copy_token(reader, name);
        advance(reader);
    }
    if (has_bracket) {
        take(reader, ")");
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
    const struct defined_name *definition = definition_of(reader, name);
    if (setting != NULL) {
        return known(setting->value ? strtoll(setting->value, NULL, 0) : 0);
    }
    if (definition != NULL) {
        return definition->is_defined == TRUTH_NO ? known(0) : definition->value;
    }
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
    if (strcmp(name, "Py_GIL_DISABLED") == 0 && build->knows_gil) {
        return known(build->is_free_threaded);
    }
    if (is_of_other_python(name)) {
        return known(0);
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
    size_t at = reader->at;
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

/* Operators, and how tightly they bind. */
static const struct {
    char text[3];
    int level;
} operators[] = {
    {"||", 1}, {"&&", 2}, {"==", 3}, {"!=", 3}, {"<=", 4},
    {">=", 4}, {"<", 4},  {">", 4},  {"+", 5},  {"-", 5},
};

/* The text of the operator that READER is at, if it binds tighter than LEVEL (then
 * *OUT_LEVEL is how tight), or NULL. */
static const char *
operator_at(const struct reader *reader, int level, int *out_level)
{
    if (!has_token(reader) || reader->file->tokens[reader->at].kind != TOKEN_PUNCTUATOR)
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

/* What operators that bind tighter than LEVEL join. */
static struct value
read_expression(struct reader *reader, int level)
{
    struct value value = read_unary(reader);
    const char *text;
    int own_level = 0;
    while ((text = operator_at(reader, level, &own_level)) != NULL) {
        advance(reader);
        value = combine(text, value, read_expression(reader, own_level));
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

/* One #if with its #elif and #else, up to where the reader is. */
struct level {
    enum truth current;       /* is this branch taken? */
    enum truth before;        /* was one before it? */
    size_t tests[TESTS_MOST]; /* tokens of the '#' of its directives so far */
    size_t n_tests;           /* may be more than are kept */
    bool is_else;             /* this branch has no condition of its own */
};

struct nesting {
    struct level levels[NESTED_MOST];
    size_t depth; /* may be more than is told apart */
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
push(struct nesting *nesting, enum truth truth, size_t hash)
{
    if (nesting->depth < NESTED_MOST) {
        nesting->levels[nesting->depth] = (struct level){
            .current = truth, .before = truth, .tests = {hash}, .n_tests = 1};
    }
    nesting->depth++;
}

static void
turn(struct nesting *nesting, enum truth truth, size_t hash, bool is_else)
{
    if (nesting->depth == 0 || nesting->depth > NESTED_MOST) {
        return;
    }
    struct level *level = &nesting->levels[nesting->depth - 1];
    level->current = both(negated(level->before), truth);
    level->before = negated(both(negated(level->before), negated(truth)));
    level->is_else = is_else;
    if (!is_else) {
        if (level->n_tests < TESTS_MOST) {
            level->tests[level->n_tests] = hash;
        }
        level->n_tests++;
    }
}

/* Is the branch taken that NESTING stands in? */
static enum truth
nesting_truth(const struct nesting *nesting)
{
    enum truth truth = nesting->depth > NESTED_MOST ? TRUTH_UNKNOWN : TRUTH_YES;
    for (size_t i = 0; i < nesting->depth && i < NESTED_MOST; i++) {
        truth = both(truth, nesting->levels[i].current);
    }
    return truth;
}

/* The condition of an #if, #ifdef, #ifndef or #elif, behind whose '#' READER stands;
 * false if the directive is none of these. */
static bool
read_condition(struct reader *reader, enum truth *out_truth)
{
    if (take(reader, "if") || take(reader, "elif")) {
        *out_truth = truth_of(read_expression(reader, 0));
    }
    else if (take(reader, "ifdef") || take(reader, "elifdef")) {
        *out_truth = truth_of(read_defined(reader));
    }
    else if (take(reader, "ifndef")) {
        *out_truth = is_include_guard(reader) ? TRUTH_YES
                                              : negated(truth_of(read_defined(reader)));
    }
    else if (take(reader, "elifndef")) {
        *out_truth = negated(truth_of(read_defined(reader)));
    }
    else {
        return false;
    }
    return true;
}

/* One directive, behind whose '#', token HASH, READER stands. */
static void
read_directive(struct nesting *nesting, struct reader *reader, size_t hash)
{
    enum truth truth;
    bool is_elif =
        reader->at < reader->file->n_tokens
        && string_starts(reader->file->text + reader->file->tokens[reader->at].begin,
                         "elif");
    if (read_condition(reader, &truth)) {
        if (is_elif) {
            turn(nesting, truth, hash, false);
        }
        else {
            push(nesting, truth, hash);
        }
    }
    else if (take(reader, "else")) {
        turn(nesting, TRUTH_YES, hash, true);
    }
    else if (take(reader, "endif") && nesting->depth > 0) {
        nesting->depth--;
    }
}

static struct reader
reader_at(const struct source_file *file, size_t hash, const struct build *build)
{
    return (struct reader){.file = file,
                           .at = token_after(file, hash),
                           .directive = file->tokens[hash].directive,
                           .build = build};
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
            struct reader reader = reader_at(file, i, build);
            read_directive(&nesting, &reader, i);
        }
    }
    return nesting_truth(&nesting);
}

/* --- a whole project ------------------------------------------------------ */

struct conditions {
    struct arena *arena;
    const struct build *build;
    struct map headers; /* what the project's headers define */
};

static struct defined_name *
own_entry(struct definitions *definitions, const char *name)
{
    struct defined_name *entry = map_find_string(&definitions->own, name);
    if (entry == NULL) {
        entry = ARENA_NEW(definitions->arena, struct defined_name);
        map_set_string(&definitions->own, name, entry);
    }
    return entry;
}

/* #define and #undef, in a branch that is taken if TRUTH. */
static void
read_definition(struct definitions *definitions, struct reader *reader,
                enum truth truth)
{
    bool is_undefined = take(reader, "undef");
    char name[NAME_SIZE];
    if ((!is_undefined && !take(reader, "define")) || !has_token(reader)) {
        return;
    }
    copy_token(reader, name);
    if (truth == TRUTH_NO) {
        /* The project defines it for other builds: so nobody else does for this one. */
        if (!is_undefined && definition_of(reader, name) == NULL) {
            *own_entry(definitions, name) =
                (struct defined_name){TRUTH_NO, {.is_known = true}};
        }
        return;
    }
    uint32_t end = reader->file->tokens[reader->at].end;
    advance(reader);
    bool is_function = has_token(reader)
                       && reader->file->tokens[reader->at].begin == end
                       && token_is(reader->file, reader->at, "(");
    struct defined_name said = {.is_defined = is_undefined ? TRUTH_NO : TRUTH_YES};
    if (!is_undefined && !is_function && has_token(reader)) {
        said.value = read_expression(reader, 0);
        said.value.is_known = said.value.is_known && !has_token(reader);
    }
    if (truth == TRUTH_UNKNOWN) {
        said = (struct defined_name){.is_defined = TRUTH_UNKNOWN};
    }
    *own_entry(definitions, name) = said;
}

/* Reserved for compilers and for CPython, or what names a platform: not for a user to
 * define. */
static bool
is_for_user(const char *name)
{
    static const char *const taken[] = {"WIN32",      "MS_WIN32", "MS_WIN64",
                                        "MS_WINDOWS", "WIN64",    "WORDS_BIGENDIAN",
                                        "linux",      "unix",     "sun"};
    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++) {
        if (strcmp(name, taken[i]) == 0) {
            return false;
        }
    }
    return name[0] != '_' && !string_starts(name, "Py") && !string_starts(name, "PY")
           && !string_starts(name, "METH_");
}

/* What reading one file needs. */
struct file_walk {
    struct conditions *conditions;
    const struct source_file *file;
    struct definitions definitions;
    struct nesting nesting;
};

/* What the branch that WALK stands in asks: each condition as it has to be. */
static enum truth
try_build(const struct file_walk *walk, const struct build *build,
          struct asked_names *asked)
{
    enum truth all = TRUTH_YES;
    const struct nesting *nesting = &walk->nesting;
    if (nesting->depth > NESTED_MOST) {
        return TRUTH_UNKNOWN;
    }
    for (size_t i = 0; i < nesting->depth; i++) {
        const struct level *level = &nesting->levels[i];
        if (level->n_tests > TESTS_MOST) {
            return TRUTH_UNKNOWN;
        }
        for (size_t k = 0; k < level->n_tests; k++) {
            struct reader reader = reader_at(walk->file, level->tests[k], build);
            reader.definitions = &walk->definitions;
            reader.asked = asked;
            enum truth truth = TRUTH_UNKNOWN;
            (void)read_condition(&reader, &truth);
            bool is_taken = k + 1 == level->n_tests && !level->is_else;
            all = both(all, is_taken ? truth : negated(truth));
        }
    }
    return all;
}

/* The single define that has the branch taken. */
static struct macro_setting
find_wish(const struct file_walk *walk)
{
    static const char *const values[] = {"1", NULL, "0", "2", "3"};
    struct asked_names asked = {.n = 0};
    (void)try_build(walk, walk->conditions->build, &asked);
    for (size_t i = 0; i < asked.n; i++) {
        const struct token *token = &walk->file->tokens[asked.tokens[i]];
        const char *name =
            arena_copy(walk->conditions->arena, walk->file->text + token->begin,
                       token->end - token->begin);
        for (size_t k = 0; is_for_user(name) && k < sizeof values / sizeof values[0];
             k++)
        {
            struct macro_setting setting = {name, values[k]};
            struct build build = *walk->conditions->build;
            build.settings = &setting;
            build.n_settings = 1;
            if (try_build(walk, &build, NULL) == TRUTH_YES) {
                return setting;
            }
        }
    }
    return (struct macro_setting){NULL, NULL};
}

/* Read FILE up to token END. */
static void
read_on(struct file_walk *walk, size_t *at, size_t end)
{
    const struct source_file *file = walk->file;
    while (*at < end) {
        size_t i = (*at)++;
        uint32_t directive = file->tokens[i].directive;
        if (directive == 0) {
            continue;
        }
        while (*at < end && file->tokens[*at].directive == directive) {
            ++*at;
        }
        struct reader reader = reader_at(file, i, walk->conditions->build);
        reader.definitions = &walk->definitions;
        if (is_at(&reader, "define") || is_at(&reader, "undef")) {
            read_definition(&walk->definitions, &reader, nesting_truth(&walk->nesting));
        }
        else {
            read_directive(&walk->nesting, &reader, i);
        }
    }
}

static void
walk_init(struct file_walk *walk, struct conditions *conditions,
          const struct source_file *file)
{
    walk->conditions = conditions;
    walk->file = file;
    walk->definitions.arena = conditions->arena;
    walk->definitions.headers = &conditions->headers;
    walk->nesting.depth = 0;
    map_init(&walk->definitions.own, conditions->arena);
}

struct conditions *
conditions_new(struct arena *arena, const struct source *source,
               const struct build *build)
{
    struct conditions *conditions = ARENA_NEW(arena, struct conditions);
    conditions->arena = arena;
    conditions->build = build;
    map_init(&conditions->headers, arena);
    struct file_walk *walk = ARENA_NEW(arena, struct file_walk);
    for (size_t i = 0; i < source->n_files; i++) {
        const struct source_file *file = source->files[i];
        if (!file->is_project || file->is_main) {
            continue;
        }
        walk_init(walk, conditions, file);
        size_t at = 0;
        read_on(walk, &at, file->n_tokens);
        for (size_t k = 0; k < walk->definitions.own.capacity; k++) {
            const struct map_entry *entry = &walk->definitions.own.entries[k];
            if (entry->value != NULL) {
                map_set(&conditions->headers, entry->key, entry->size, entry->value);
            }
        }
    }
    return conditions;
}

void
conditions_judge(struct conditions *conditions, const struct source_file *file,
                 const uint32_t *tokens, size_t n, enum truth *out_truths,
                 struct macro_setting *wishes)
{
    struct file_walk *walk = ARENA_NEW(conditions->arena, struct file_walk);
    walk_init(walk, conditions, file);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        read_on(walk, &at, tokens[i]);
        out_truths[i] = nesting_truth(&walk->nesting);
        if (wishes != NULL) {
            wishes[i] = out_truths[i] == TRUTH_UNKNOWN
                            ? find_wish(walk)
                            : (struct macro_setting){NULL, NULL};
        }
    }
}
