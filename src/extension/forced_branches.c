#include "extension/forced_branches.h"

#include <string.h>

#include "base/macros.h"
#include "base/map.h"
#include "base/strbuf.h"
#include "model/tokens.h"

/* --- directives ------------------------------------------------------------ */

/* Behind the last token of the directive that token I is part of. */
static size_t
directive_end(const struct source_file *file, size_t i)
{
    uint32_t directive = file->tokens[i].directive;
    while (i < file->n_tokens && file->tokens[i].directive == directive) {
        i++;
    }
    return i;
}

static bool
has_condition(const struct source_file *file, size_t hash)
{
    return token_begins_conditional(file, hash) || token_is(file, hash + 1, "elif");
}

/* --- conditions as text ------------------------------------------------------- */

/* The condition's tokens but comments, in a list. */
struct words {
    const struct source_file *file;
    size_t *items; /* tokens */
    size_t n;
};

static bool
word_is(const struct words *words, size_t i, const char *text)
{
    return i < words->n && token_is(words->file, words->items[i], text);
}

static void
drop_words(struct words *words, size_t n_first, size_t n_last)
{
    words->items += n_first;
    words->n -= n_first + n_last;
}

/* Does the bracket that is the first word close with the last one? */
static bool
is_bracketed(const struct words *words)
{
    return words->n > 2 && word_is(words, 0, "(")
           && token_closing(words->file, words->items[0]) == words->items[words->n - 1];
}

/* Is the first word a ! of all that follows it? */
static bool
negates_all(const struct words *words)
{
    bool is_defined = word_is(words, 1, "defined");
    size_t opening = is_defined ? 2 : 1;
    if (!word_is(words, 0, "!")) {
        return false;
    }
    return words->n == opening + 1
           || (word_is(words, opening, "(")
               && token_closing(words->file, words->items[opening])
                      == words->items[words->n - 1]);
}

/* The only comparison among WORDS, outside of brackets and joined by nothing. */
static size_t
find_comparison(const struct words *words)
{
    static const char *const comparisons[] = {"<", "<=", "!=", ">", ">=", "=="};
    size_t found = words->n;
    for (size_t i = 0; i < words->n; i++) {
        if (word_is(words, i, "&&") || word_is(words, i, "||") || word_is(words, i, "?")
            || word_is(words, i, "("))
        {
            return words->n;
        }
        for (size_t k = 0; k < ARRAY_LENGTH(comparisons); k++) {
            found = word_is(words, i, comparisons[k]) ? i : found;
        }
    }
    return found;
}

/* The condition of the directive at token HASH, without what negates it, so that one and
 * its opposite have the same text. */
static struct forced_condition
condition_at(struct arena *arena, const struct source_file *file, size_t hash)
{
    static const char *const opposites[][2] = {{"<", ">="}, {"<=", ">"}, {"!=", "=="}};
    size_t end = directive_end(file, hash);
    struct words words = {file, ARENA_ARRAY(arena, size_t, end - hash), 0};
    CLEANUP(strbuf_done) struct strbuf text = STRBUF_INIT;
    bool is_true = !token_is(file, hash + 1, "ifndef");
    bool is_name =
        token_begins_conditional(file, hash) && !token_is(file, hash + 1, "if");
    for (size_t i = hash + 2; i < end; i++) {
        if (file->tokens[i].kind != TOKEN_COMMENT) {
            words.items[words.n++] = i;
        }
    }
    for (;;) {
        if (negates_all(&words)) {
            is_true = !is_true;
            drop_words(&words, 1, 0);
        }
        else if (is_bracketed(&words)) {
            drop_words(&words, 1, 1);
        }
        else {
            break;
        }
    }
    bool has_brackets = word_is(&words, 1, "(");
    if (word_is(&words, 0, "defined") && words.n == (has_brackets ? 4 : 2)) {
        is_name = true;
        drop_words(&words, 1 + has_brackets, has_brackets);
    }
    size_t comparison = is_name ? words.n : find_comparison(&words);
    for (size_t i = 0; i < words.n; i++) {
        const struct token *token = &file->tokens[words.items[i]];
        const char *opposite = NULL;
        for (size_t k = 0; i == comparison && k < ARRAY_LENGTH(opposites); k++) {
            opposite = word_is(&words, i, opposites[k][0]) ? opposites[k][1] : opposite;
        }
        is_true = opposite != NULL ? !is_true : is_true;
        strbuf_add_string(&text, i == 0 ? "" : " ");
        strbuf_add(&text, opposite != NULL ? opposite : file->text + token->begin,
                   opposite != NULL ? strlen(opposite) : token->end - token->begin);
    }
    strbuf_add_string(&text, is_name ? " defined" : "");
    return (struct forced_condition){arena_copy(arena, text.text, text.size), is_true};
}

static const struct forced_condition *
find_condition(const struct forced_branch *forced, const char *text)
{
    for (size_t i = 0; i < forced->n_conditions; i++) {
        if (strcmp(forced->conditions[i].text, text) == 0) {
            return &forced->conditions[i];
        }
    }
    return NULL;
}

/* Add CONDITION; false: it contradicts. */
static bool
add_condition(struct arena *arena, struct forced_branch *forced,
              struct forced_condition condition)
{
    const struct forced_condition *known = find_condition(forced, condition.text);
    if (known != NULL) {
        return known->is_true == condition.is_true;
    }
    ARENA_GROW(arena, forced->conditions, forced->n_conditions, forced->capacity);
    forced->conditions[forced->n_conditions++] = condition;
    return true;
}

static void
add_file(struct arena *arena, struct forced_branch *forced,
         const struct source_file *file)
{
    for (size_t i = 0; i < forced->n_files; i++) {
        if (forced->files[i] == file) {
            return;
        }
    }
    ARENA_GROW(arena, forced->files, forced->n_files, forced->files_capacity);
    forced->files[forced->n_files++] = file;
}

/* --- branches ----------------------------------------------------------------- */

enum { BRANCHES_MOST = 64, NESTING_MOST = 32 };

/* One #if … #endif, as far as it was read. */
struct chain {
    size_t hashes[BRANCHES_MOST]; /* of its directives, the #endif included */
    size_t n;
};

struct finder {
    struct arena *arena;
    const struct source_file *file;
    const struct conditions *conditions;
    const struct edits *edits; /* NULL: what declares data is wanted, not what is touched */
    const struct source *source;
    struct chain stack[NESTING_MOST];
    size_t depth;
    struct map words; /* that the edits write and take away */
    struct forced_branches *out;
};

/* The first token of branch I of CHAIN, or of what follows it: then it is empty. */
static size_t
branch_content(const struct finder *finder, const struct chain *chain, size_t i)
{
    return directive_end(finder->file, chain->hashes[i]);
}

static bool
is_active(const struct finder *finder, const struct chain *chain, size_t i)
{
    size_t content = branch_content(finder, chain, i);
    return content < chain->hashes[i + 1] && finder->file->tokens[content].inactive == 0;
}

/* Is it all of the file, as the guard of a header is? */
static bool
is_guard(const struct finder *finder, const struct chain *chain)
{
    const struct source_file *file = finder->file;
    size_t first = 0, last = directive_end(file, chain->hashes[chain->n - 1]);
    while (first < file->n_tokens && file->tokens[first].kind == TOKEN_COMMENT) {
        first++;
    }
    while (last < file->n_tokens && file->tokens[last].kind == TOKEN_COMMENT) {
        last++;
    }
    return first == chain->hashes[0] && last == file->n_tokens;
}

static bool
is_touched(const struct finder *finder, const struct chain *chain)
{
    const struct source_file *file = finder->file;
    uint32_t begin = file->tokens[chain->hashes[0]].begin;
    uint32_t end = file->tokens[directive_end(file, chain->hashes[chain->n - 1]) - 1].end;
    struct edit_walk walk = edits_near(finder->edits, file, begin, end);
    const struct edit *edit;
    while ((edit = edit_walk_next(&walk)) != NULL) {
        if (edit->begin < end && edit->end > begin) {
            return true;
        }
    }
    return false;
}

/* Is it in the braces of a struct, whose members what is written may name? */
static bool
is_in_record(const struct finder *finder, const struct chain *chain)
{
    const struct source_file *file = finder->file;
    uint32_t begin = file->tokens[chain->hashes[0]].begin;
    for (size_t i = 0; i < finder->source->n_records; i++) {
        const struct record *record = finder->source->records[i];
        if (record->file == file && record->begin < begin && record->end > begin) {
            return true;
        }
    }
    return false;
}

/* Does it define a macro that stands in what is written or taken away? */
static bool
defines_edited(const struct finder *finder, const struct chain *chain)
{
    const struct source_file *file = finder->file;
    for (size_t i = chain->hashes[0]; i < chain->hashes[chain->n - 1]; i++) {
        if (token_begins_directive(file, i) && token_is(file, i + 1, "define")
            && i + 2 < file->n_tokens)
        {
            const struct token *name = &file->tokens[i + 2];
            if (map_find(&finder->words, file->text + name->begin, name->end - name->begin)
                != NULL)
            {
                return true;
            }
        }
    }
    return false;
}

/* Enter the words of TEXT. */
static void
add_words(struct map *words, const char *text, size_t size)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    for (size_t i = 0; i < size; i++) {
        size_t n = strspn(text + i, letters);
        n = n < size - i ? n : size - i;
        if (n > 0) {
            map_set(words, text + i, n, words);
            i += n;
        }
    }
}

/* The words that the edits write and take away. */
static void
find_words(struct finder *finder)
{
    map_init(&finder->words, finder->arena);
    for (size_t i = 0; finder->edits != NULL && i < finder->edits->n_items; i++) {
        const struct edit *edit = &finder->edits->items[i];
        add_words(&finder->words, edit->text, strlen(edit->text));
        add_words(&finder->words, edit->file->text + edit->begin, edit->end - edit->begin);
    }
}

/* --- data ------------------------------------------------------------------------- */

static bool
is_any_of(const struct source_file *file, size_t i, const char *const *words)
{
    while (*words != NULL && !token_is(file, i, *words)) {
        words++;
    }
    return *words != NULL;
}

/* May the declaration or statement that begins at token I, which ends before END, be of data that
 * changes?  A bracket behind the name makes it a function, one with a star in it a pointer to
 * such. */
static bool
may_be_data(const struct source_file *file, size_t i, size_t end)
{
    static const char *const others[] = {
        "typedef", "extern", "return", "if",   "else",   "for",  "while", "do",   "switch",
        "case",    "goto",   "break",  "enum", "struct", "union", "using", "template", NULL};
    static const char *const ends[] = {";", "=", "[", ",", NULL};
    bool is_const = false, has_star = false;
    size_t n_words = 0;
    if (is_any_of(file, i, others) || file->tokens[i].kind != TOKEN_IDENTIFIER) {
        return false;
    }
    for (; i < end && !is_any_of(file, i, ends); i++) {
        if (token_is(file, i, "(") && !token_is(file, i + 1, "*")) {
            return false;
        }
        is_const |= token_is(file, i, "const");
        has_star |= token_is(file, i, "*");
        n_words += file->tokens[i].kind == TOKEN_IDENTIFIER;
        if (token_is(file, i, "{") || token_is(file, i, "(")) {
            break;
        }
    }
    return i < end && n_words >= 2 && (!is_const || has_star);
}

static bool
is_in_function(const struct source *source, const struct source_file *file, uint32_t offset)
{
    for (size_t i = 0; i < source->n_functions; i++) {
        const struct node *body = source->functions[i]->body;
        if (body != NULL && body->file == file && body->begin < offset && offset < body->end) {
            return true;
        }
    }
    return false;
}

/* May branch I of CHAIN declare such data?  The result is read to tell. */
static bool
may_declare_data(const struct finder *finder, const struct chain *chain, size_t i)
{
    const struct source_file *file = finder->file;
    size_t first = branch_content(finder, chain, i), end = chain->hashes[i + 1];
    int depth = first < end && is_in_function(finder->source, file, file->tokens[first].begin);
    bool is_begin = true;
    for (size_t k = first; k < end; k++) {
        if (file->tokens[k].directive != 0 || file->tokens[k].kind == TOKEN_COMMENT) {
            continue;
        }
        if ((token_is(file, k, "static") || (is_begin && depth == 0))
            && may_be_data(file, k, end))
        {
            return true;
        }
        depth += token_is(file, k, "{") - token_is(file, k, "}");
        is_begin = token_is(file, k, ";") || token_is(file, k, "}");
    }
    return false;
}

/* --- which branches ------------------------------------------------------------------ */

/* Force what leads to branch I of CHAIN (n - 1: none of them is taken). */
static bool
force_branch(const struct finder *finder, const struct chain *chain, size_t i,
             struct forced_branch *out)
{
    const struct source_file *file = finder->file;
    for (size_t k = 0; k <= i && k + 1 < chain->n; k++) {
        if (has_condition(file, chain->hashes[k])) {
            struct forced_condition condition =
                condition_at(finder->arena, file, chain->hashes[k]);
            condition.is_true = condition.is_true == (k == i);
            if (*condition.text == '\0' || !add_condition(finder->arena, out, condition)) {
                return false;
            }
        }
    }
    return true;
}

/* Is a condition in front of branch I of CHAIN one that every Python takes, or its own one
 * that none does? */
static bool
is_dead(const struct finder *finder, const struct chain *chain, size_t i)
{
    const struct source_file *file = finder->file;
    for (size_t k = 0; k <= i && k + 1 < chain->n; k++) {
        enum truth truth = has_condition(file, chain->hashes[k])
                               ? conditions_test(finder->conditions, file, chain->hashes[k])
                               : TRUTH_UNKNOWN;
        if (truth == (k == i ? TRUTH_NO : TRUTH_YES)) {
            return true;
        }
    }
    return false;
}

static void
add_branch(struct finder *finder, const struct chain *chain, size_t i)
{
    struct forced_branch forced = {
        .n_branches = 1, .is_touched = finder->edits != NULL && is_touched(finder, chain)};
    if (is_dead(finder, chain, i)) {
        return;
    }
    for (size_t k = 0; k < finder->depth; k++) {
        const struct chain *around = &finder->stack[k];
        bool is_left_out =
            finder->file->tokens[branch_content(finder, around, around->n - 1)].inactive;
        if (is_dead(finder, around, around->n - 1)
            || (is_left_out
                && !force_branch(finder, around, around->n - 1, &forced)))
        {
            return;
        }
    }
    if (force_branch(finder, chain, i, &forced)) {
        add_file(finder->arena, &forced, finder->file);
        ARENA_GROW(finder->arena, finder->out->items, finder->out->n_items,
                   finder->out->capacity);
        finder->out->items[finder->out->n_items++] = forced;
    }
}

/* CHAIN, whose last directive is its #endif, has ended. */
static void
add_branches(struct finder *finder, const struct chain *chain)
{
    bool has_else = token_is(finder->file, chain->hashes[chain->n - 2] + 1, "else");
    bool is_any_active = false;
    if (is_guard(finder, chain)
        || (finder->edits != NULL && !is_touched(finder, chain)
            && !is_in_record(finder, chain) && !defines_edited(finder, chain)))
    {
        return;
    }
    for (size_t i = 0; i + 1 < chain->n; i++) {
        is_any_active |= is_active(finder, chain, i);
    }
    for (size_t i = 0; i + 1 < chain->n; i++) {
        if (!is_active(finder, chain, i)
            && (finder->edits != NULL || may_declare_data(finder, chain, i)))
        {
            add_branch(finder, chain, i);
        }
    }
    if (!has_else && is_any_active && finder->edits != NULL) {
        add_branch(finder, chain, chain->n - 1);
    }
}

static void
find_in_file(struct finder *finder)
{
    const struct source_file *file = finder->file;
    finder->depth = 0;
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!token_begins_directive(file, i)) {
            continue;
        }
        bool is_end = token_is(file, i + 1, "endif");
        bool is_next = is_end || token_is(file, i + 1, "else")
                       || token_is(file, i + 1, "elif");
        if (token_begins_conditional(file, i)) {
            if (finder->depth == NESTING_MOST) {
                return;
            }
            finder->stack[finder->depth++] = (struct chain){.hashes = {i}, .n = 1};
        }
        else if (is_next && finder->depth > 0) {
            struct chain *chain = &finder->stack[finder->depth - 1];
            if (chain->n == BRANCHES_MOST) {
                return;
            }
            chain->hashes[chain->n++] = i;
            if (is_end) {
                finder->depth--;
                add_branches(finder, chain);
            }
        }
    }
}

/* BRANCHES with those in front that edits touch, each in its order. */
static void
put_touched_first(struct arena *arena, struct forced_branches *branches)
{
    struct forced_branch *items = ARENA_ARRAY(arena, struct forced_branch, branches->n_items);
    size_t n = 0;
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < branches->n_items; i++) {
            if (branches->items[i].is_touched == (round == 0)) {
                items[n++] = branches->items[i];
            }
        }
    }
    branches->items = items;
}

static struct forced_branches
find(struct finder about)
{
    struct forced_branches out = {0};
    struct finder *finder = ARENA_NEW(about.arena, struct finder);
    *finder = about;
    finder->out = &out;
    find_words(finder);
    for (size_t i = 0; i < finder->source->n_files; i++) {
        finder->file = finder->source->files[i];
        if (finder->file->is_project) {
            find_in_file(finder);
        }
    }
    put_touched_first(about.arena, &out);
    return out;
}

struct forced_branches
forced_branches_find(struct arena *arena, const struct source *source,
                     const struct conditions *conditions, const struct edits *edits)
{
    return find((struct finder){
        .arena = arena, .source = source, .conditions = conditions, .edits = edits});
}

struct forced_branches
forced_branches_of_data(struct arena *arena, const struct source *source,
                        const struct conditions *conditions)
{
    return find(
        (struct finder){.arena = arena, .source = source, .conditions = conditions});
}

static bool
contradict(const struct forced_branch *a, const struct forced_branch *b)
{
    for (size_t i = 0; i < b->n_conditions; i++) {
        const struct forced_condition *known = find_condition(a, b->conditions[i].text);
        if (known != NULL && known->is_true != b->conditions[i].is_true) {
            return true;
        }
    }
    return false;
}

struct forced_branches
forced_branches_join(struct arena *arena, const struct forced_branches *branches)
{
    struct forced_branches out = {0};
    for (size_t i = 0; i < branches->n_items; i++) {
        const struct forced_branch *branch = &branches->items[i];
        struct forced_branch *into = NULL;
        for (size_t k = 0; k < out.n_items && into == NULL; k++) {
            into = contradict(&out.items[k], branch) ? NULL : &out.items[k];
        }
        if (into == NULL) {
            ARENA_GROW(arena, out.items, out.n_items, out.capacity);
            into = &out.items[out.n_items++];
            *into = (struct forced_branch){0};
        }
        for (size_t k = 0; k < branch->n_conditions; k++) {
            (void)add_condition(arena, into, branch->conditions[k]);
        }
        for (size_t k = 0; k < branch->n_files; k++) {
            add_file(arena, into, branch->files[k]);
        }
        into->n_branches += branch->n_branches;
    }
    return out;
}

bool
forced_branch_has(const struct forced_branch *whole, const struct forced_branch *branch)
{
    for (size_t i = 0; i < branch->n_conditions; i++) {
        const struct forced_condition *known =
            find_condition(whole, branch->conditions[i].text);
        if (known == NULL || known->is_true != branch->conditions[i].is_true) {
            return false;
        }
    }
    return true;
}

const char *
forced_branch_words(struct arena *arena, const struct forced_branch *forced)
{
    CLEANUP(strbuf_done) struct strbuf words = STRBUF_INIT;
    for (size_t i = 0; i < forced->n_conditions; i++) {
        strbuf_format(&words, "%s%s%s", i == 0 ? "" : " and ",
                      forced->conditions[i].is_true ? "" : "not ",
                      forced->conditions[i].text);
    }
    return arena_copy(arena, words.text, words.size);
}

/* --- text ------------------------------------------------------------------------ */

/* Write the condition of the directive at token HASH as VALUE, at the places of TEXT. */
static void
write_condition(const struct source_file *file, size_t hash, bool value, char *text)
{
    const struct token *name = &file->tokens[hash + 1];
    size_t end = directive_end(file, hash);
    for (uint32_t i = name->begin + (token_begins_conditional(file, hash) ? 2 : 4);
         i < file->tokens[end - 1].end; i++)
    {
        bool is_end = strchr("\r\n", text[i]) != NULL
                      || (text[i] == '\\' && strchr("\r\n", text[i + 1]) != NULL);
        text[i] = is_end ? text[i] : ' ';
    }
    text[file->tokens[hash + 2].begin] = value ? '1' : '0';
}

const char *
forced_text(struct arena *arena, const struct source_file *file,
            const struct forced_branch *forced)
{
    char *text = NULL;
    for (size_t i = 0; i < file->n_tokens; i++) {
        if (!token_begins_directive(file, i) || !has_condition(file, i)
            || directive_end(file, i) <= i + 2)
        {
            continue;
        }
        struct forced_condition condition = condition_at(arena, file, i);
        const struct forced_condition *known = find_condition(forced, condition.text);
        if (known != NULL) {
            text = text != NULL ? text : arena_copy(arena, file->text, file->size);
            write_condition(file, i, known->is_true == condition.is_true, text);
        }
    }
    return text;
}
