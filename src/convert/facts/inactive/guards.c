#include "convert/facts/inactive/guards.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "model/tokens.h"

/* --- branches ------------------------------------------------------------------------ */

enum { DEPTH_MOST = 32, BRANCHES_MOST = 64 };

/* A conditional that is open: the tokens '#' of its branches so far. */
struct open_conditional {
    size_t branches[BRANCHES_MOST];
    size_t n_branches;
};

/* From token FIRST of the directive at token HASH to its end, without comments. */
static const char *
directive_text(const struct conversion *c, const struct source_file *file, size_t hash,
               size_t first)
{
    CLEANUP(strbuf_done) struct strbuf out = STRBUF_INIT;
    for (size_t i = first;
         i < file->n_tokens && file->tokens[i].directive == file->tokens[hash].directive;
         i++)
    {
        const struct token *token = &file->tokens[i];
        if (token->kind == TOKEN_COMMENT) {
            continue;
        }
        if (i > first && file->tokens[i - 1].end != token->begin) {
            strbuf_add_char(&out, ' ');
        }
        strbuf_add(&out, file->text + token->begin, token->end - token->begin);
    }
    return arena_copy(c->arena, out.text, out.size);
}

static const char *
whole_directive(const struct conversion *c, const struct source_file *file, size_t hash)
{
    return TEXT(c, "#%s\n", directive_text(c, file, hash, hash + 1));
}

/* The lines that begin a conditional with its branch NUMBER, those before it empty. */
static const char *
opening_text(const struct conversion *c, const struct source_file *file,
             const struct open_conditional *open)
{
    size_t number = open->n_branches - 1, hash = open->branches[0];
    if (number == 1 && token_is(file, open->branches[1] + 1, "else")) {
        const char *rest = directive_text(c, file, hash, hash + 2);
        return token_is(file, hash + 1, "ifdef")    ? TEXT(c, "#ifndef %s\n", rest)
               : token_is(file, hash + 1, "ifndef") ? TEXT(c, "#ifdef %s\n", rest)
                                                    : TEXT(c, "#if !(%s)\n", rest);
    }
    const char *text = "";
    for (size_t i = 0; i <= number; i++) {
        text = TEXT(c, "%s%s", text, whole_directive(c, file, open->branches[i]));
    }
    return text;
}

/* Do all Pythons from the floor on take the last branch of OPEN? */
static bool
is_always_taken(const struct conversion *c, const struct source_file *file,
                const struct open_conditional *open)
{
    size_t last = open->n_branches - 1;
    for (size_t i = 0; i < last; i++) {
        if (conditions_test(c->conditions, file, open->branches[i]) != TRUTH_NO) {
            return false;
        }
    }
    return token_is(file, open->branches[last] + 1, "else")
           || conditions_test(c->conditions, file, open->branches[last]) == TRUTH_YES;
}

struct guard
guard_at(const struct conversion *c, const struct source_file *file, uint32_t begin,
         uint32_t offset)
{
    struct open_conditional open[DEPTH_MOST];
    struct guard_level *levels = NULL;
    size_t depth = 0, n_levels = 0, capacity = 0;

    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < offset; i++)
    {
        if (token_begins_conditional(file, i) && depth < DEPTH_MOST) {
            open[depth++] = (struct open_conditional){.branches = {i}, .n_branches = 1};
        }
        else if (depth > 0 && token_begins_directive(file, i)
                 && token_is(file, i + 1, "endif"))
        {
            depth--;
        }
        else if (depth > 0 && token_begins_directive(file, i)
                 && (token_is(file, i + 1, "else") || token_is(file, i + 1, "elif"))
                 && open[depth - 1].n_branches < BRANCHES_MOST)
        {
            open[depth - 1].branches[open[depth - 1].n_branches++] = i;
        }
    }
    for (size_t i = 0; i < depth; i++) {
        if (is_always_taken(c, file, &open[i])) {
            continue;
        }
        struct guard_level level = {
            .file = file,
            .conditional = file->tokens[open[i].branches[0]].begin,
            .number = open[i].n_branches - 1,
            .opens = opening_text(c, file, &open[i]),
            .follows =
                whole_directive(c, file, open[i].branches[open[i].n_branches - 1]),
        };
        ARENA_ADD(c->arena, levels, n_levels, capacity, &level);
    }
    return (struct guard){levels, n_levels};
}

struct guard
guard_with_macro(const struct conversion *c, struct guard guard, const char *opens)
{
    struct guard_level *levels =
        ARENA_ARRAY(c->arena, struct guard_level, guard.n_levels + 1);
    for (size_t i = 0; i < guard.n_levels; i++) {
        levels[i] = guard.levels[i];
    }
    levels[guard.n_levels] = (struct guard_level){
        .conditional = MADE_BY_MACRO, .number = opens != NULL ? 1 : 0, .opens = opens};
    return (struct guard){levels, guard.n_levels + 1};
}

bool
guard_holds(const struct guard *outer, const struct guard *inner)
{
    bool holds = outer->n_levels <= inner->n_levels;
    for (size_t i = 0; holds && i < outer->n_levels; i++) {
        holds = outer->levels[i].conditional == inner->levels[i].conditional
                && outer->levels[i].number == inner->levels[i].number;
    }
    return holds;
}

struct guard
guard_joined(const struct conversion *c, struct guard outer, struct guard inner)
{
    size_t n = outer.n_levels + inner.n_levels;
    struct guard_level *levels = ARENA_ARRAY(c->arena, struct guard_level, n + 1);
    for (size_t i = 0; i < n; i++) {
        levels[i] = i < outer.n_levels ? outer.levels[i]
                                       : inner.levels[i - outer.n_levels];
    }
    return (struct guard){levels, n};
}

/* --- entries ------------------------------------------------------------------------- */

static bool
is_code(const struct source_file *file, size_t i)
{
    return file->tokens[i].directive == 0 && file->tokens[i].kind != TOKEN_COMMENT;
}

/* The directive that begins the branch around token I, and the tokens of those that begin
 * its siblings; NULL: it stands in none. */
static bool
siblings_of(const struct source_file *file, size_t i, struct open_conditional *out,
            size_t *out_own)
{
    struct open_conditional open[DEPTH_MOST];
    size_t depth = 0, own = 0, at = 0;
    bool is_found = false;
    for (size_t k = 0; k < file->n_tokens; k++) {
        if (k == i && depth > 0) {
            is_found = true;
            at = depth;
            own = open[depth - 1].n_branches - 1;
        }
        if (token_begins_conditional(file, k)) {
            if (depth == DEPTH_MOST) {
                return false;
            }
            open[depth++] = (struct open_conditional){.branches = {k}, .n_branches = 1};
        }
        else if (depth > 0 && token_begins_directive(file, k)
                 && token_is(file, k + 1, "endif"))
        {
            if (is_found && depth == at) {
                *out = open[depth - 1];
                *out_own = own;
                return true;
            }
            depth--;
        }
        else if (depth > 0 && token_begins_directive(file, k)
                 && (token_is(file, k + 1, "else") || token_is(file, k + 1, "elif"))
                 && open[depth - 1].n_branches < BRANCHES_MOST)
        {
            open[depth - 1].branches[open[depth - 1].n_branches++] = k;
        }
    }
    return false;
}

/* Behind the entry that begins at token I: the comma, the bracket or the directive. */
static size_t
entry_stop(const struct source_file *file, size_t i)
{
    for (; i < file->n_tokens; i++) {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{")) {
            size_t close = token_closing(file, i);
            i = close < file->n_tokens ? close : i;
        }
        else if (file->tokens[i].directive != 0 || token_is(file, i, ",")
                 || token_is(file, i, "}") || token_is(file, i, ")"))
        {
            return i;
        }
    }
    return i;
}

/* The token of entry NUMBER of the branch behind the directive at HASH, counted up to
 * where token LIMIT stands; n_tokens: none. */
static size_t
entry_of_branch(const struct source_file *file, size_t hash, size_t number)
{
    size_t i = hash;
    while (i < file->n_tokens && file->tokens[i].directive == file->tokens[hash].directive)
    {
        i++;
    }
    for (; i < file->n_tokens && file->tokens[i].directive == 0; i++) {
        if (!is_code(file, i) || token_is(file, i, ",")) {
            continue;
        }
        if (number == 0) {
            return i;
        }
        number--;
        i = entry_stop(file, i);
        if (i >= file->n_tokens || file->tokens[i].directive != 0) {
            break;
        }
    }
    return file->n_tokens;
}

/* Where the entry stands in the compiled branch that is in token I's place. */
static uint32_t
place_in_compiled_branch(const struct source_file *file, size_t i)
{
    struct open_conditional branches;
    size_t own, number = 0;
    if (!siblings_of(file, i, &branches, &own)) {
        return 0;
    }
    while (entry_of_branch(file, branches.branches[own], number) < i) {
        number++;
    }
    for (size_t k = 0; k < branches.n_branches; k++) {
        size_t entry = entry_of_branch(file, branches.branches[k], number);
        if (k != own && entry < file->n_tokens && !file->tokens[entry].inactive) {
            return file->tokens[entry].begin;
        }
    }
    return 0;
}

static bool
is_zero(const struct source_file *file, size_t first, size_t last)
{
    return first == last
           && (token_is(file, first, "0") || token_is(file, first, "NULL")
               || token_is(file, first, "nullptr"));
}

/* The last code token in [FIRST, STOP). */
static size_t
last_code(const struct source_file *file, size_t first, size_t stop)
{
    while (stop > first + 1 && !is_code(file, stop - 1)) {
        stop--;
    }
    return stop - 1;
}

static void
read_entry(const struct source_file *file, size_t i, struct inactive_entry *out)
{
    size_t value = i, stop;
    *out = (struct inactive_entry){.begin = file->tokens[i].begin};
    size_t field = token_is(file, i, ".") ? token_after(file, i) : file->n_tokens;
    size_t sign = field < file->n_tokens ? token_after(file, field) : file->n_tokens;
    if (sign < file->n_tokens && token_is(file, sign, "=")) {
        out->field = (struct range){file->tokens[field].begin, file->tokens[field].end};
        value = token_after(file, sign);
    }
    stop = value < file->n_tokens ? entry_stop(file, value) : file->n_tokens;
    out->is_split = stop >= file->n_tokens || stop <= value
                    || token_begins_conditional(file, stop);
    if (out->is_split) {
        out->end = file->tokens[i].end;
        return;
    }
    size_t last = last_code(file, value, stop);
    out->value = (struct range){file->tokens[value].begin, file->tokens[last].end};
    out->end = file->tokens[last].end;
    size_t close = token_is(file, value, "(") ? token_closing(file, value) : value;
    size_t word = close != value && close < last ? token_after(file, close) : value;
    out->is_zero = is_zero(file, word, last);
    word = token_is(file, word, "&") && word < last ? token_after(file, word) : word;
    if (word == last && file->tokens[word].kind == TOKEN_IDENTIFIER) {
        out->name = (struct range){file->tokens[word].begin, file->tokens[word].end};
    }
    if (out->field.end == 0) {
        out->like = place_in_compiled_branch(file, i);
    }
}

bool
inactive_entry_next(const struct conversion *c, const struct brackets *braces,
                    struct inactive_entry *entry)
{
    const struct source_file *file = braces->file;
    for (size_t i = source_token(file, entry->end);
         i < file->n_tokens && file->tokens[i].begin < braces->close; i++)
    {
        if (file->tokens[i].begin < entry->end || !is_code(file, i)
            || !file->tokens[i].inactive || token_is(file, i, ",")
            || is_dead(c, file, file->tokens[i].begin))
        {
            continue;
        }
        read_entry(file, i, entry);
        return true;
    }
    return false;
}

uint32_t
branch_value_end(const struct source_file *file, uint32_t offset, uint32_t end)
{
    size_t first = source_token(file, offset), i = first;
    while (i < file->n_tokens && file->tokens[i].begin < end
           && file->tokens[i].directive == 0)
    {
        i++;
    }
    return i > first ? file->tokens[last_code(file, first, i)].end : offset;
}

bool
member_assigned(const struct source_file *file, uint32_t begin, struct range *out)
{
    size_t i = source_token(file, begin);
    size_t dot = i < file->n_tokens ? token_after(file, i) : i;
    size_t field = token_is(file, dot, ".") ? token_after(file, dot) : file->n_tokens;
    size_t sign = field < file->n_tokens ? token_after(file, field) : field;
    if (sign >= file->n_tokens || !token_is(file, sign, "=")) {
        return false;
    }
    *out = (struct range){file->tokens[field].begin, file->tokens[field].end};
    return true;
}

/* Behind the brackets of `NAME[SIZE]`, whose NAME is token I. */
static size_t
after_sizes(const struct source_file *file, size_t i)
{
    i = token_after(file, i);
    while (token_is(file, i, "[")) {
        size_t close = token_closing(file, i);
        i = close < file->n_tokens ? token_after(file, close) : close;
    }
    return i;
}

/* Does a size stand in the brackets behind token NAME? */
static bool
is_sized(const struct source_file *file, size_t name)
{
    size_t open = token_after(file, name);
    return token_is(file, open, "[") && !token_is(file, token_after(file, open), "]");
}

bool
has_written_size(const struct source_file *file, uint32_t name)
{
    return is_sized(file, source_token(file, name));
}

bool
branch_definition_next(const struct source_file *file, const char *name,
                         struct branch_definition *definition)
{
    for (size_t i = source_token(file, definition->range.end); i < file->n_tokens; i++) {
        size_t sign = token_is(file, i, name) ? after_sizes(file, i) : file->n_tokens;
        size_t open = token_is(file, sign, "=") ? token_after(file, sign) : file->n_tokens;
        size_t close = token_is(file, open, "{") ? token_closing(file, open)
                                                  : file->n_tokens;
        size_t end = close < file->n_tokens ? token_after(file, close) : file->n_tokens;
        if (!file->tokens[i].inactive || !token_is(file, end, ";")) {
            continue;
        }
        size_t begin = i;
        for (size_t k = token_before(file, i);
             k < begin && file->tokens[k].kind == TOKEN_IDENTIFIER;
             k = token_before(file, k))
        {
            begin = k;
        }
        *definition = (struct branch_definition){
            .braces = {file, file->tokens[open].begin, file->tokens[close].begin},
            .range = {file->tokens[begin].begin, file->tokens[end].end},
            .name = file->tokens[i].begin,
            .has_size = is_sized(file, i),
        };
        return true;
    }
    return false;
}

bool
other_definition_next(const struct conversion *c, const struct variable *variable,
                      struct branch_definition *definition)
{
    const struct source_file *file = variable_declaration(variable)->file;
    while (branch_definition_next(file, variable->name, definition)) {
        if (!is_dead(c, file, definition->name)) {
            return true;
        }
    }
    return false;
}

bool
inactive_entry_number(const struct brackets *braces, uint32_t offset, size_t *out)
{
    const struct source_file *file = braces->file;
    size_t number = 0;
    for (size_t i = source_token(file, braces->open + 1);
         i < file->n_tokens && file->tokens[i].begin < offset; i++)
    {
        if (file->tokens[i].directive != 0) {
            return false;
        }
        if (!is_code(file, i)) {
            continue;
        }
        if (token_is(file, i, ".")) {
            return false;
        }
        i = entry_stop(file, i);
        if (i >= file->n_tokens || !token_is(file, i, ",")) {
            return false;
        }
        number++;
    }
    *out = number;
    return true;
}

void
add_branches(struct strbuf *out, struct guard before, struct guard guard)
{
    size_t same = 0, n = before.n_levels;
    while (same < n && same < guard.n_levels
           && before.levels[same].file == guard.levels[same].file
           && before.levels[same].conditional == guard.levels[same].conditional
           && before.levels[same].number == guard.levels[same].number)
    {
        same++;
    }
    bool follows = same < n && same < guard.n_levels
                   && before.levels[same].file == guard.levels[same].file
                   && before.levels[same].conditional == guard.levels[same].conditional
                   && before.levels[same].number + 1 == guard.levels[same].number;
    for (size_t i = n; i > same + follows; i--) {
        strbuf_add_string(out, "#endif\n");
    }
    for (size_t i = same; i < guard.n_levels; i++) {
        strbuf_add_string(out, i == same && follows ? guard.levels[i].follows
                                                    : guard.levels[i].opens);
    }
}
