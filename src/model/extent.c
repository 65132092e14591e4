#include "model/extent.h"

#include <string.h>

#include "model/tokens.h"

static bool
set_brackets(const struct source_file *file, size_t open, struct brackets *out)
{
    size_t close = open < file->n_tokens ? token_closing(file, open) : open;
    if (close >= file->n_tokens) {
        return false;
    }
    *out = (struct brackets){file, file->tokens[open].begin, file->tokens[close].begin};
    return true;
}

/* The round brackets that open at token I. */
static bool
round_at(const struct source_file *file, size_t i, struct brackets *out)
{
    return token_is(file, i, "(") && set_brackets(file, i, out);
}

/* --- brackets ------------------------------------------------------------ */

bool
use_brackets(const struct source_file *file, uint32_t begin, struct brackets *out)
{
    size_t name = source_token(file, begin);
    return name < file->n_tokens && round_at(file, token_after(file, name), out);
}

bool
brackets_behind(const struct source_file *file, uint32_t end, struct brackets *out)
{
    size_t last = end > 0 ? source_token(file, end - 1) : file->n_tokens;
    return last < file->n_tokens && round_at(file, token_after(file, last), out);
}

bool
call_brackets(const struct node *call, struct brackets *out)
{
    const struct source_file *file = call->file;
    const struct node *callee = call->first;
    if (file == NULL || callee == NULL || callee->file != file
        || callee->end <= callee->begin)
    {
        return false;
    }
    return brackets_behind(file, callee->end, out);
}

bool
member_brackets(const struct node *call, const char *name, struct brackets *out)
{
    const struct source_file *file = call->file;
    for (size_t i = source_token(file, call->begin);
         i < file->n_tokens && !token_is(file, i, ";"); i = token_after(file, i))
    {
        if (token_is(file, i, name)) {
            return round_at(file, token_after(file, i), out);
        }
    }
    return false;
}

bool
lambda_captures(const struct node *lambda, struct brackets *out)
{
    const struct source_file *file = lambda->file;
    size_t open = file != NULL ? source_token(file, lambda->begin) : 0;
    if (file == NULL || lambda->origin != ORIGIN_FILE || !token_is(file, open, "[")) {
        return false;
    }
    size_t close = token_closing(file, open), first = token_after(file, open);
    if (close >= file->n_tokens) {
        return false;
    }
    size_t second = first < close ? token_after(file, first) : close;
    bool has_default = (token_is(file, first, "&") || token_is(file, first, "="))
                       && (second == close || token_is(file, second, ","));
    *out = (struct brackets){file, file->tokens[open].begin, file->tokens[close].begin};
    return !has_default;
}

/* The bracket that opens what the word `namespace` at I names; n_tokens: it is an alias. */
static size_t
namespace_open(const struct source_file *file, size_t i)
{
    size_t open = token_after(file, i);
    while (open < file->n_tokens && !token_is(file, open, "{") && !token_is(file, open, ";")
           && !token_is(file, open, "="))
    {
        open = token_after(file, open);
    }
    return token_is(file, open, "{") ? open : file->n_tokens;
}

/* The first word `namespace` from token I on of a block that holds OFFSET; n_tokens: none. */
static size_t
namespace_around(const struct source_file *file, size_t i, uint32_t offset)
{
    for (; i < file->n_tokens && file->tokens[i].begin < offset; i++) {
        if (!token_is(file, i, "namespace") || file->tokens[i].directive != 0) {
            continue;
        }
        size_t open = namespace_open(file, i);
        size_t close = open < file->n_tokens ? token_closing(file, open) : open;
        if (close < file->n_tokens && file->tokens[open].begin < offset
            && file->tokens[close].begin > offset)
        {
            return i;
        }
    }
    return file->n_tokens;
}

/* Do the words `namespace` at I and K have the same name behind them, or none? */
static bool
is_namespace_again(const struct source_file *file, size_t i, size_t k)
{
    while (i < file->n_tokens && k < file->n_tokens && !token_is(file, i, "{")) {
        i = token_after(file, i);
        k = token_after(file, k);
        if (i >= file->n_tokens || k >= file->n_tokens) {
            return false;
        }
        const struct token *one = &file->tokens[i], *other = &file->tokens[k];
        size_t size = one->end - one->begin;
        if (other->end - other->begin != size
            || memcmp(file->text + one->begin, file->text + other->begin, size) != 0)
        {
            return false;
        }
    }
    return i < file->n_tokens && k < file->n_tokens;
}

uint32_t
above_namespaces(const struct source_file *file, uint32_t offset, uint32_t outside, bool of_all)
{
    size_t i = namespace_around(file, 0, offset), k = namespace_around(file, 0, outside);
    while (i < file->n_tokens) {
        if (k < file->n_tokens && is_namespace_again(file, i, k)) {
            k = namespace_around(file, k + 1, outside);
        }
        else if (of_all || !token_is(file, token_after(file, i), "{")) {
            size_t before = token_before(file, i);
            return file->tokens[token_is(file, before, "inline") ? before : i].begin;
        }
        else {
            k = file->n_tokens;
        }
        i = namespace_around(file, i + 1, offset);
    }
    return offset;
}

bool
is_in_linkage_block(const struct source_file *file, uint32_t offset, uint32_t outside)
{
    for (size_t i = 0; i < file->n_tokens && file->tokens[i].begin < offset; i++) {
        const struct token *token = &file->tokens[i];
        size_t before = token_before(file, i), open = token_after(file, i);
        if (token->kind != TOKEN_STRING || token->directive != 0 || token->inactive
            || before >= file->n_tokens || !token_is(file, before, "extern")
            || !token_is(file, open, "{"))
        {
            continue;
        }
        size_t close = token_closing(file, open);
        uint32_t begin = file->tokens[open].begin;
        uint32_t end = close < file->n_tokens ? file->tokens[close].begin : file->size;
        if (begin < offset && offset < end && !(begin < outside && outside < end)) {
            return true;
        }
    }
    return false;
}

bool
declaration_brackets(const struct declaration *declaration, struct brackets *out)
{
    return !declaration->from_macro && declaration->file != NULL
           && use_brackets(declaration->file, declaration->name, out);
}

bool
pointer_brackets(const struct source_file *file, uint32_t name, struct brackets *out)
{
    size_t i = source_token(file, name);
    if (i >= file->n_tokens) {
        return false;
    }
    size_t before = token_before(file, i), after = token_after(file, i);
    while (token_is(file, after, "[")) {
        after = token_closing(file, after);
        after = after < file->n_tokens ? token_after(file, after) : after;
    }
    return token_is(file, before, "*")
           && token_is(file, token_before(file, before), "(")
           && token_is(file, after, ")")
           && round_at(file, token_after(file, after), out);
}

bool
pointer_in(const struct source_file *file, uint32_t begin, uint32_t end,
           struct brackets *out)
{
    size_t i = source_token(file, begin);
    while (i < file->n_tokens && file->tokens[i].begin < end
           && !(token_is(file, i, "(") && token_is(file, token_after(file, i), "*")))
    {
        i = token_after(file, i);
    }
    size_t close = i < file->n_tokens && file->tokens[i].begin < end
                       ? token_closing(file, i)
                       : file->n_tokens;
    return close < file->n_tokens && round_at(file, token_after(file, close), out);
}

bool
node_braces(const struct node *node, struct brackets *out)
{
    const struct source_file *file = node->file;
    size_t open = file != NULL ? source_token(file, node->begin) : 0;
    return file != NULL && token_is(file, open, "{") && set_brackets(file, open, out);
}

bool
last_braces(const struct source_file *file, uint32_t begin, uint32_t end,
            struct range *out)
{
    struct brackets braces = {.file = NULL};
    for (size_t i = source_token(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (token_is(file, i, "{")) {
            (void)set_brackets(file, i, &braces);
        }
    }
    *out = (struct range){braces.open, braces.close + 1};
    return braces.file != NULL;
}

bool
brackets_around(const struct source_file *file, uint32_t offset, struct brackets *out)
{
    size_t depth = 0;
    size_t i = source_token(file, offset);
    for (i = i < file->n_tokens ? token_before(file, i) : i; i < file->n_tokens;
         i = token_before(file, i))
    {
        if (token_is(file, i, ")") || token_is(file, i, "]") || token_is(file, i, "}"))
        {
            depth++;
        }
        else if (token_is(file, i, "(") || token_is(file, i, "[")
                 || token_is(file, i, "{"))
        {
            if (depth == 0) {
                return set_brackets(file, i, out);
            }
            depth--;
        }
    }
    return false;
}

bool
brackets_name(const struct brackets *brackets, struct range *out)
{
    const struct source_file *file = brackets->file;
    size_t name = token_before(file, source_token(file, brackets->open));
    if (name >= file->n_tokens || file->tokens[name].kind != TOKEN_IDENTIFIER) {
        return false;
    }
    *out = (struct range){file->tokens[name].begin, file->tokens[name].end};
    return true;
}

bool
brackets_have_name(const struct brackets *brackets, const char *name)
{
    const struct source_file *file = brackets->file;
    size_t open = source_token(file, brackets->open);
    return token_is(file, token_before(file, open), name);
}

/* --- what stands in them ------------------------------------------------- */

struct range
brackets_content(const struct brackets *brackets)
{
    const struct source_file *file = brackets->file;
    size_t first = token_after(file, source_token(file, brackets->open));
    size_t last = token_before(file, source_token(file, brackets->close));
    if (first >= file->n_tokens || last >= file->n_tokens || first > last) {
        return (struct range){brackets->close, brackets->close};
    }
    return (struct range){file->tokens[first].begin, file->tokens[last].end};
}

bool
brackets_are_empty(const struct brackets *brackets)
{
    struct range content = brackets_content(brackets);
    return content.begin == content.end;
}

bool
brackets_hold_void(const struct brackets *brackets)
{
    struct range content = brackets_content(brackets);
    return content.end - content.begin == strlen("void")
           && memcmp(brackets->file->text + content.begin, "void", strlen("void")) == 0;
}

/* The token that ends the item that begins at token I: the comma or bracket behind it. */
static size_t
end_of_item(const struct source_file *file, size_t i, size_t close)
{
    for (; i < close; i = token_after(file, i)) {
        if (token_is(file, i, ",")) {
            return i;
        }
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            if (i >= close) {
                break;
            }
        }
    }
    return close;
}

bool
brackets_item(const struct brackets *brackets, size_t i, struct range *out)
{
    const struct source_file *file = brackets->file;
    size_t close = source_token(file, brackets->close);
    size_t first = token_after(file, source_token(file, brackets->open));
    size_t end = end_of_item(file, first, close);
    for (; i > 0 && end < close; i--) {
        first = token_after(file, end);
        end = end_of_item(file, first, close);
    }
    if (i > 0 || first >= end) {
        return false;
    }
    *out = (struct range){file->tokens[first].begin,
                          file->tokens[token_before(file, end)].end};
    return true;
}

struct range
brackets_last(const struct brackets *brackets)
{
    const struct source_file *file = brackets->file;
    size_t last = token_before(file, source_token(file, brackets->close));
    return (struct range){file->tokens[last].begin, file->tokens[last].end};
}

uint32_t
item_end(const struct source_file *file, uint32_t offset)
{
    size_t i = source_token(file, offset);
    return token_is(file, i, ",") ? file->tokens[i].end : offset;
}

size_t
brackets_number(const struct brackets *brackets, uint32_t offset)
{
    const struct source_file *file = brackets->file;
    size_t close = source_token(file, brackets->close);
    size_t end =
        end_of_item(file, token_after(file, source_token(file, brackets->open)), close);
    size_t n = 0;
    for (; end < close && file->tokens[end].begin < offset; n++) {
        end = end_of_item(file, token_after(file, end), close);
    }
    return n;
}

bool
node_operator(const struct node *node, struct range *out)
{
    const struct source_file *file = node->file;
    const struct node *left = node->first;
    if (file == NULL || node->origin == ORIGIN_MACRO || left == NULL
        || left->file != file || left->end <= left->begin)
    {
        return false;
    }
    size_t i = token_after(file, source_token(file, left->end - 1));
    if (i >= file->n_tokens || file->tokens[i].kind != TOKEN_PUNCTUATOR
        || file->tokens[i].end > node->end)
    {
        return false;
    }
    *out = (struct range){file->tokens[i].begin, file->tokens[i].end};
    return true;
}

/* --- statements ---------------------------------------------------------- */

uint32_t
after_semicolon(const struct source_file *file, uint32_t offset)
{
    size_t i = source_token(file, offset);
    if (i < file->n_tokens && file->tokens[i].kind == TOKEN_COMMENT) {
        i = token_after(file, i);
    }
    return token_is(file, i, ";") ? file->tokens[i].end : offset;
}

bool
begins_statement(const struct source_file *file, uint32_t offset)
{
    size_t i = source_token(file, offset);
    size_t before = i < file->n_tokens ? token_before(file, i) : i;
    return token_is(file, before, ";") || token_is(file, before, "{")
           || token_is(file, before, "}") || token_is(file, before, ":");
}

/* --- declarations -------------------------------------------------------- */

/* The first word of the declaration around token I, which stands in a function: there
 * libclang begins behind `static`. */
static size_t
first_word(const struct source_file *file, size_t i)
{
    for (size_t before = token_before(file, i); before < file->n_tokens;
         before = token_before(file, i))
    {
        if (token_is(file, before, ";") || token_is(file, before, "{")
            || token_is(file, before, "}") || token_is(file, before, ":"))
        {
            break;
        }
        i = before;
    }
    return i;
}

/* Where the statement begins that DECLARATION, in a function, stands in. */
static uint32_t
statement_begin(const struct declaration *declaration)
{
    const struct node *body = declaration->within->body;
    for (const struct node *n = body; n != NULL; n = node_after(n, body)) {
        if (n->kind == NODE_DECLARATIONS && n->file == declaration->file
            && n->begin <= declaration->name && declaration->name < n->end)
        {
            return n->begin < declaration->begin ? n->begin : declaration->begin;
        }
    }
    return declaration->begin;
}

/* The `>` that closes the arguments of a template, which token I opens; n_tokens if none does. */
static size_t
arguments_closing(const struct source_file *file, size_t i)
{
    int depth = 0;
    for (; i < file->n_tokens && !token_is(file, i, ";"); i = token_after(file, i)) {
        depth += token_is(file, i, "<") ? 1
                 : token_is(file, i, ">")  ? -1
                 : token_is(file, i, ">>") ? -2
                                           : 0;
        if (depth <= 0) {
            return i;
        }
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{")) {
            i = token_closing(file, i);
        }
    }
    return file->n_tokens;
}

bool
declaration_extent(const struct declaration *declaration,
                   struct declaration_extent *out)
{
    const struct source_file *file = declaration->file;
    if (file == NULL || declaration->begin >= file->size) {
        return false;
    }
    size_t i =
        source_token(file, declaration->within != NULL ? statement_begin(declaration)
                                                       : declaration->begin);
    if (i >= file->n_tokens) {
        return false;
    }
    size_t first = declaration->within != NULL ? first_word(file, i) : i;
    struct declaration_extent extent = {.file = file,
                                        .begin = file->tokens[first].begin};
    for (i = first; token_is(file, i, "static") || token_is(file, i, "extern");) {
        i = token_after(file, i);
    }
    extent.type = i < file->n_tokens ? file->tokens[i].begin : extent.begin;
    /* Specifiers end where the first declarator's stars, or its name, begin. */
    for (i = first; i < file->n_tokens; i = token_after(file, i)) {
        i = token_is(file, i, "{")   ? token_closing(file, i)
            : token_is(file, i, "<") ? arguments_closing(file, i)
                                     : i;
        size_t next = i < file->n_tokens ? token_after(file, i) : i;
        if (token_is(file, next, "*") || token_is(file, next, ",")
            || token_is(file, next, "=") || token_is(file, next, ";")
            || token_is(file, next, "["))
        {
            i = token_is(file, next, "*") ? next : i;
            break;
        }
    }
    if (i >= file->n_tokens) {
        return false;
    }
    extent.declarators = file->tokens[i].begin;
    for (; i < file->n_tokens && !token_is(file, i, ";"); i = token_after(file, i)) {
        if (token_is(file, i, "(") || token_is(file, i, "[") || token_is(file, i, "{"))
        {
            i = token_closing(file, i);
            if (i >= file->n_tokens) {
                return false;
            }
        }
    }
    if (i >= file->n_tokens) {
        return false;
    }
    extent.end = file->tokens[i].begin;
    *out = extent;
    return true;
}

bool
declaration_word(const struct declaration_extent *extent, const char *word,
                 struct range *out)
{
    const struct source_file *file = extent->file;
    for (size_t i = source_token(file, extent->begin);
         i < file->n_tokens && file->tokens[i].begin < extent->declarators;
         i = token_after(file, i))
    {
        if (token_is(file, i, word)) {
            *out = (struct range){file->tokens[i].begin,
                                  file->tokens[token_after(file, i)].begin};
            return true;
        }
    }
    return false;
}

bool
declaration_item(const struct declaration_extent *extent, size_t i, struct range *out)
{
    const struct source_file *file = extent->file;
    size_t stop = source_token(file, extent->end);
    size_t first = source_token(file, extent->declarators);
    size_t end = end_of_item(file, first, stop);
    for (; i > 0 && end < stop; i--) {
        first = token_after(file, end);
        end = end_of_item(file, first, stop);
    }
    if (i > 0 || first >= end) {
        return false;
    }
    *out = (struct range){file->tokens[first].begin,
                          file->tokens[token_before(file, end)].end};
    return true;
}

bool
array_sizes(const struct declaration *declaration, struct range *out)
{
    const struct source_file *file = declaration->file;
    size_t name = source_token(file, declaration->name);
    size_t last = name;
    for (size_t i = name < file->n_tokens ? token_after(file, name) : name;
         token_is(file, i, "["); i = token_after(file, last))
    {
        last = token_closing(file, i);
        if (last >= file->n_tokens) {
            return false;
        }
    }
    if (last == name) {
        return false;
    }
    *out = (struct range){file->tokens[name].end, file->tokens[last].end};
    return true;
}

bool
record_definition(const struct record *record, struct range *out)
{
    const struct source_file *file = record->file;
    size_t first = source_token(file, record->begin);
    size_t before = token_before(file, first);
    size_t close = source_token(file, record->end - 1);
    size_t next = token_after(file, close);
    bool is_typedef = token_is(file, before, "typedef");

    while (next < file->n_tokens && !token_is(file, next, ";")) {
        if (!is_typedef
            || (file->tokens[next].kind != TOKEN_IDENTIFIER
                && !token_is(file, next, "*") && !token_is(file, next, ",")))
        {
            return false;
        }
        next = token_after(file, next);
    }
    if (next >= file->n_tokens || file->tokens[first].directive != 0
        || !token_is(file, close, "}"))
    {
        return false;
    }
    *out = (struct range){file->tokens[is_typedef ? before : first].begin,
                          file->tokens[next].end};
    return true;
}

uint32_t
aliases_end(const struct type_alias *alias)
{
    const struct source_file *file = alias->file;
    size_t i = source_token(file, alias->end);
    while (i < file->n_tokens && !token_is(file, i, ";")) {
        i = token_after(file, i);
    }
    return i < file->n_tokens ? file->tokens[i].end : alias->end;
}

bool
record_braces(const struct record *record, struct brackets *out)
{
    const struct source_file *file = record->file;
    size_t i = source_token(file, record->begin);
    while (i < file->n_tokens && file->tokens[i].begin < record->end
           && !token_is(file, i, "{"))
    {
        i = token_after(file, i);
    }
    return token_is(file, i, "{") && set_brackets(file, i, out)
           && out->close + 1 == record->end;
}
