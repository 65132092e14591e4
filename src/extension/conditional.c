#include "extension/conditional.h"

#include <stdbool.h>
#include <string.h>

#include "base/map.h"
#include "base/strbuf.h"
#include "extension/condition.h"
#include "extension/condition_solver.h"
#include "model/tokens.h"

enum {
    NESTED_MOST = 64, /* conditionals in conditionals that are told apart */
    TESTS_MOST = 16,  /* #elif of one #if that are kept */
};

/* --- nesting ------------------------------------------------------------- */

/* One #if with its #elif and #else, up to where the reader is. */
struct level {
    enum truth current;       /* is this branch taken? */
    enum truth before;        /* was one before it? */
    size_t tests[TESTS_MOST]; /* tokens of the '#' of its directives so far */
    size_t n_tests;           /* may be more than are kept */
    bool is_else;             /* this branch has no condition of its own */
    bool asks_python;         /* one of its conditions asks for a version of Python */
};

struct nesting {
    struct level levels[NESTED_MOST];
    size_t depth; /* may be more than is told apart */
};

static void
push(struct nesting *nesting, enum truth truth, size_t hash, bool asks_python)
{
    if (nesting->depth < NESTED_MOST) {
        nesting->levels[nesting->depth] = (struct level){.current = truth,
                                                         .before = truth,
                                                         .tests = {hash},
                                                         .n_tests = 1,
                                                         .asks_python = asks_python};
    }
    nesting->depth++;
}

static void
turn(struct nesting *nesting, enum truth truth, size_t hash, bool is_else,
     bool asks_python)
{
    if (nesting->depth == 0 || nesting->depth > NESTED_MOST) {
        return;
    }
    struct level *level = &nesting->levels[nesting->depth - 1];
    level->current = truth_both(truth_negated(level->before), truth);
    level->before =
        truth_negated(truth_both(truth_negated(level->before), truth_negated(truth)));
    level->is_else = is_else;
    level->asks_python |= asks_python;
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
        truth = truth_both(truth, nesting->levels[i].current);
    }
    return truth;
}

static bool
nesting_asks_python(const struct nesting *nesting)
{
    for (size_t i = 0; i < nesting->depth && i < NESTED_MOST; i++) {
        if (nesting->levels[i].asks_python) {
            return true;
        }
    }
    return false;
}

/* Does what is left of the directive at READER follow from the version of Python: does it
 * name one, or what was found to follow from one? */
static bool
asks_python(struct reader reader)
{
    for (; reader_has_token(&reader); reader_advance(&reader)) {
        char name[NAME_SIZE];
        reader_copy_token(&reader, name);
        const struct defined_name *known = reader_definition(&reader, name);
        if (name_is_of_version(name)
            || (known != NULL && known->is_defined != TRUTH_UNKNOWN))
        {
            return true;
        }
    }
    return false;
}

/* One directive, behind whose '#', token HASH, READER stands. */
static void
read_directive(struct nesting *nesting, struct reader *reader, size_t hash)
{
    enum truth truth;
    bool asks = asks_python(*reader);
    bool is_elif =
        reader->at < reader->file->n_tokens
        && string_starts(reader->file->text + reader->file->tokens[reader->at].begin,
                         "elif");
    if (reader_condition(reader, &truth)) {
        if (is_elif) {
            turn(nesting, truth, hash, false, asks);
        }
        else {
            push(nesting, truth, hash, asks);
        }
    }
    else if (reader_take(reader, "else")) {
        turn(nesting, TRUTH_YES, hash, true, false);
    }
    else if (reader_take(reader, "endif") && nesting->depth > 0) {
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
            struct reader reader = reader_at(file, i, build);
            read_directive(&nesting, &reader, i);
        }
    }
    return nesting_truth(&nesting);
}

/* --- a whole project ------------------------------------------------------ */

/* From which places on which truth holds in a file. */
struct file_truths {
    struct change {
        uint32_t begin; /* of the directive that changes it */
        enum truth truth;
    } *items;
    size_t n_items, capacity;
};

struct conditions {
    struct arena *arena;
    const struct source *source;
    const struct build *build;
    struct map headers; /* what the project's headers define */
    /* A memory of answers, by the file's id; NULL: not asked for yet. */
    const struct file_truths **files;
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

/* #define and #undef, where NESTING stands. */
static void
read_definition(struct definitions *definitions, struct reader *reader,
                const struct nesting *nesting)
{
    enum truth truth = nesting_truth(nesting);
    bool is_undefined = reader_take(reader, "undef");
    char name[NAME_SIZE];
    if ((!is_undefined && !reader_take(reader, "define")) || !reader_has_token(reader))
    {
        return;
    }
    reader_copy_token(reader, name);
    /* For all builds, only what follows from the version holds.  What a configured header
     * or a developer defines is a setting of this build: another tree has another. */
    struct reader behind = *reader;
    reader_advance(&behind);
    bool is_setting = reader->build->is_open && !name_is_of_python(name)
                      && !nesting_asks_python(nesting) && !asks_python(behind);
    if (is_setting) {
        *own_entry(definitions, name) =
            (struct defined_name){.is_defined = TRUTH_UNKNOWN};
        return;
    }
    if (truth == TRUTH_NO) {
        /* The project defines it for other builds: so nobody else does for this one. */
        if (!is_undefined && reader_definition(reader, name) == NULL) {
            *own_entry(definitions, name) =
                (struct defined_name){TRUTH_NO, value_of(0)};
        }
        return;
    }
    uint32_t end = reader->file->tokens[reader->at].end;
    reader_advance(reader);
    bool is_function = reader_has_token(reader)
                       && reader->file->tokens[reader->at].begin == end
                       && token_is(reader->file, reader->at, "(");
    struct defined_name said = {.is_defined = is_undefined ? TRUTH_NO : TRUTH_YES};
    if (!is_undefined && !is_function && reader_has_token(reader)) {
        said.value = reader_expression(reader, 0);
        if (reader_has_token(reader)) {
            said.value = (struct value){.is_known = false};
        }
    }
    if (truth == TRUTH_UNKNOWN) {
        said = (struct defined_name){.is_defined = TRUTH_UNKNOWN};
    }
    *own_entry(definitions, name) = said;
}

/* What reading one file needs. */
struct file_walk {
    const struct conditions *conditions;
    const struct source_file *file;
    struct definitions definitions;
    struct nesting nesting;
};

/* What has to hold where WALK stands; false if that is too much to keep. */
static bool
read_demand(const struct file_walk *walk, struct demand *demand)
{
    const struct nesting *nesting = &walk->nesting;
    *demand = (struct demand){.arena = walk->conditions->arena,
                              .file = walk->file,
                              .definitions = &walk->definitions};
    if (nesting->depth > NESTED_MOST) {
        return false;
    }
    for (size_t i = 0; i < nesting->depth; i++) {
        const struct level *level = &nesting->levels[i];
        if (level->n_tests > TESTS_MOST
            || demand->n_tests + level->n_tests > DEMANDED_MOST)
        {
            return false;
        }
        for (size_t k = 0; k < level->n_tests; k++) {
            demand->tests[demand->n_tests++] = (struct demanded){
                .hash = level->tests[k],
                .truth =
                    k + 1 == level->n_tests && !level->is_else ? TRUTH_YES : TRUTH_NO,
            };
        }
    }
    return true;
}

/* Read FILE up to token END. */
static void
read_on(struct file_walk *walk, size_t *at, size_t end)
{
    const struct source_file *file = walk->file;
    const struct token *tokens = file->tokens;
    for (;;) {
        size_t i = *at;
        while (i < end && tokens[i].directive == 0) {
            i++;
        }
        *at = i;
        if (i >= end) {
            break;
        }
        uint32_t directive = tokens[i].directive;
        while (*at < end && tokens[*at].directive == directive) {
            ++*at;
        }
        struct reader reader = reader_at(file, i, walk->conditions->build);
        reader.definitions = &walk->definitions;
        if (reader_is_at(&reader, "define") || reader_is_at(&reader, "undef")) {
            read_definition(&walk->definitions, &reader, &walk->nesting);
        }
        else {
            read_directive(&walk->nesting, &reader, i);
        }
    }
}

static void
walk_init(struct file_walk *walk, const struct conditions *conditions,
          const struct source_file *file)
{
    walk->conditions = conditions;
    walk->file = file;
    walk->definitions.arena = conditions->arena;
    walk->definitions.headers = &conditions->headers;
    walk->nesting.depth = 0;
    map_init(&walk->definitions.own, conditions->arena);
}

static void
read_headers(struct conditions *conditions)
{
    const struct source *source = conditions->source;
    struct file_walk *walk = ARENA_NEW(conditions->arena, struct file_walk);
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
}

const struct conditions *
conditions_new(struct arena *arena, const struct source *source,
               const struct build *build)
{
    struct conditions *conditions = ARENA_NEW(arena, struct conditions);
    struct build *copy = ARENA_NEW(arena, struct build);
    *copy = *build;
    *conditions = (struct conditions){.arena = arena, .source = source, .build = copy};
    conditions->files =
        ARENA_ARRAY(arena, const struct file_truths *, source->n_files + 1);
    map_init(&conditions->headers, arena);
    read_headers(conditions);
    return conditions;
}

static const struct file_truths *
read_truths(const struct conditions *conditions, const struct source_file *file)
{
    struct file_truths *truths = ARENA_NEW(conditions->arena, struct file_truths);
    struct file_walk *walk = ARENA_NEW(conditions->arena, struct file_walk);
    walk_init(walk, conditions, file);
    size_t at = 0;
    for (size_t i = 0; i < file->n_tokens;) {
        uint32_t directive = file->tokens[i].directive;
        size_t end = i + 1;
        while (directive != 0 && end < file->n_tokens
               && file->tokens[end].directive == directive)
        {
            end++;
        }
        if (directive != 0) {
            read_on(walk, &at, end);
            ARENA_GROW(conditions->arena, truths->items, truths->n_items,
                       truths->capacity);
            truths->items[truths->n_items++] =
                (struct change){file->tokens[i].begin, nesting_truth(&walk->nesting)};
        }
        i = end;
    }
    return truths;
}

enum truth
conditions_at(const struct conditions *conditions, const struct source_file *file,
              uint32_t offset)
{
    const struct file_truths **truths = &conditions->files[file->id];
    if (*truths == NULL) {
        *truths = read_truths(conditions, file);
    }
    size_t low = 0, high = (*truths)->n_items; /* the first that begins at or behind */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if ((*truths)->items[middle].begin < offset) {
            low = middle + 1;
        }
        else {
            high = middle;
        }
    }
    return low > 0 ? (*truths)->items[low - 1].truth : TRUTH_YES;
}

enum truth
conditions_test(const struct conditions *conditions, const struct source_file *file,
                size_t hash)
{
    struct file_walk *walk = ARENA_NEW(conditions->arena, struct file_walk);
    enum truth truth = TRUTH_UNKNOWN;
    size_t at = 0;
    walk_init(walk, conditions, file);
    read_on(walk, &at, hash);
    struct reader reader = reader_at(file, hash, conditions->build);
    reader.definitions = &walk->definitions;
    return reader_condition(&reader, &truth) ? truth : TRUTH_UNKNOWN;
}

void
conditions_evaluate(const struct conditions *conditions, const struct source_file *file,
                    const uint32_t *tokens, size_t n, enum truth *out_truths,
                    struct macro_settings *wishes)
{
    struct file_walk *walk = ARENA_NEW(conditions->arena, struct file_walk);
    walk_init(walk, conditions, file);
    size_t at = 0;
    for (size_t i = 0; i < n; i++) {
        read_on(walk, &at, tokens[i]);
        out_truths[i] = nesting_truth(&walk->nesting);
        if (wishes != NULL) {
            wishes[i] = (struct macro_settings){NULL, 0};
            struct demand demand;
            if (out_truths[i] == TRUTH_UNKNOWN && read_demand(walk, &demand)) {
                wishes[i] = demand_solve(&demand, conditions->build);
            }
        }
    }
}
