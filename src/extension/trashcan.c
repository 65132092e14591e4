/* They are read as they are written: since 3.14 the macros are empty, and the reader keeps
 * no expansion within another. */
#include "extension/trashcan.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"
#include "extension/index.h"
#include "model/tokens.h"

enum { MACRO_DEPTH = 4 }; /* macros in macros */

/* A macro's use: what its arguments are. */
struct invocation {
    const struct macro *macro;       /* NULL: none of the project's */
    const struct source_file *file;  /* where the use is spelled */
    size_t name;                     /* its token there */
    const struct invocation *outer;  /* in whose body that is, or NULL */
};

struct search {
    struct arena *arena;
    const struct source *source;
    const struct expansion *expansion; /* that is looked into */
    trashcan_visit *visit;
    void *data;
};

static const char *
token_text(struct arena *arena, const struct source_file *file, size_t i)
{
    const struct token *token = &file->tokens[i];
    return arena_copy(arena, file->text + token->begin, token->end - token->begin);
}

/* The tokens of argument number I of the macro use, whose name is token NAME of FILE:
 * [*OUT_FIRST, *OUT_END); false if it has none. */
static bool
find_argument(const struct source_file *file, size_t name, size_t i, size_t *out_first,
              size_t *out_end)
{
    size_t open = token_after(file, name);
    size_t close = open < file->n_tokens && token_is(file, open, "(")
                       ? token_closing(file, open)
                       : file->n_tokens;
    if (close >= file->n_tokens) {
        return false;
    }
    size_t at = 0, first = open + 1;
    for (size_t k = open + 1; k <= close; k++) {
        if (k == close || token_is(file, k, ",")) {
            if (at++ == i) {
                *out_first = first;
                *out_end = k;
                return true;
            }
            first = k + 1;
        }
        else if (token_is(file, k, "(") && token_closing(file, k) < close) {
            k = token_closing(file, k);
        }
    }
    return false;
}

/* The number of MACRO's parameter that is called NAME; -1: none. */
static int
parameter_number(const struct macro *macro, const char *name)
{
    const struct source_file *file = macro->file;
    int number = 0;
    for (size_t i = source_token(file, macro->begin);
         macro->function_like && i < file->n_tokens
         && file->tokens[i].begin < macro->body;
         i++)
    {
        if (token_is(file, i, ",")) {
            number++;
        }
        else if (file->tokens[i].begin > macro->begin && token_is(file, i, name)) {
            return number;
        }
    }
    return -1;
}

static const char *last_name(struct search *search, const struct invocation *within,
                             const struct source_file *file, size_t first, size_t end);

/* What token I of FILE, in the body that WITHIN (NULL: none) says, stands for. */
static const char *
substituted(struct search *search, const struct invocation *within,
            const struct source_file *file, size_t i)
{
    const char *text = token_text(search->arena, file, i);
    int number = within != NULL ? parameter_number(within->macro, text) : -1;
    size_t first, end;
    if (number < 0
        || !find_argument(within->file, within->name, (size_t)number, &first, &end))
    {
        return text;
    }
    return last_name(search, within->outer, within->file, first, end);
}

/* The last name among the tokens [FIRST, END): the function that an argument names, below
 * casts; pasted together if it is.  NULL: none. */
static const char *
last_name(struct search *search, const struct invocation *within,
          const struct source_file *file, size_t first, size_t end)
{
    const char *name = NULL;
    for (size_t i = first; i < end; i++) {
        if (file->tokens[i].kind != TOKEN_IDENTIFIER) {
            continue;
        }
        name = substituted(search, within, file, i);
        while (name != NULL && i + 2 < end && token_is(file, i + 1, "##")) {
            const char *behind = substituted(search, within, file, i + 2);
            name = behind != NULL ? arena_format(search->arena, "%s%s", name, behind)
                                  : NULL;
            i += 2;
        }
    }
    return name;
}

static bool
kind_of(const char *name, enum trashcan *out_kind)
{
    static const struct {
        const char *name;
        enum trashcan kind;
    } known[] = {{"Py_TRASHCAN_BEGIN", TRASHCAN_BEGIN},
                 {"Py_TRASHCAN_SAFE_BEGIN", TRASHCAN_SAFE_BEGIN},
                 {"Py_TRASHCAN_END", TRASHCAN_END},
                 {"Py_TRASHCAN_SAFE_END", TRASHCAN_END}};
    for (size_t i = 0; i < ARRAY_LENGTH(known); i++) {
        if (strcmp(known[i].name, name) == 0) {
            *out_kind = known[i].kind;
            return true;
        }
    }
    return false;
}

static const struct macro *
macro_called(const struct source *source, const char *name)
{
    for (size_t i = 0; i < source->n_macros; i++) {
        if (strcmp(source->macros[i]->name, name) == 0) {
            return source->macros[i];
        }
    }
    return NULL;
}

/* The macro called NAME is used by USE. */
static void
look(struct search *search, const char *name, const struct invocation *use, int depth)
{
    struct trashcan_use found = {.expansion = search->expansion};
    if (kind_of(name, &found.kind)) {
        size_t first, end;
        if (found.kind == TRASHCAN_BEGIN
            && find_argument(use->file, use->name, 1, &first, &end))
        {
            found.dealloc = last_name(search, use->outer, use->file, first, end);
        }
        const struct invocation *at = use;
        while (at->outer != NULL && at->outer->outer != NULL) {
            at = at->outer;
        }
        found.offset = at->outer != NULL ? at->file->tokens[at->name].begin : 0;
        search->visit(&found, search->data);
        return;
    }
    const struct macro *macro = use->macro;
    const struct source_file *file = macro != NULL ? macro->file : NULL;
    if (file == NULL || depth <= 0) {
        return;
    }
    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        if (file->tokens[i].kind == TOKEN_IDENTIFIER) {
            const char *inner = token_text(search->arena, file, i);
            struct invocation nested = {macro_called(search->source, inner), file, i, use};
            look(search, inner, &nested, depth - 1);
        }
    }
}

/* Does the body of MACRO name one of the trashcan's macros, or one that LEADS there? */
static bool
body_leads(struct arena *arena, const struct source *source, const struct macro *macro,
           const bool *leads)
{
    const struct source_file *file = macro->file;
    for (size_t i = source_token(file, macro->body);
         i < file->n_tokens && file->tokens[i].begin < macro->end; i++)
    {
        enum trashcan kind;
        if (file->tokens[i].kind != TOKEN_IDENTIFIER) {
            continue;
        }
        const char *name = token_text(arena, file, i);
        if (kind_of(name, &kind)) {
            return true;
        }
        for (size_t k = 0; k < source->n_macros; k++) {
            if (leads[k] && strcmp(source->macros[k]->name, name) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* Which macros of the project lead there, by their place in the source's list. */
static bool *
find_leading(struct arena *arena, const struct source *source)
{
    bool *leads = ARENA_ARRAY(arena, bool, source->n_macros);
    for (int depth = 0; depth < MACRO_DEPTH; depth++) {
        bool changed = false;
        for (size_t i = 0; i < source->n_macros; i++) {
            if (!leads[i] && body_leads(arena, source, source->macros[i], leads)) {
                leads[i] = changed = true;
            }
        }
        if (!changed) {
            break;
        }
    }
    return leads;
}

struct trashcans
trashcans_find(const struct extension *extension)
{
    static const char *const names[] = {"Py_TRASHCAN_BEGIN", "Py_TRASHCAN_SAFE_BEGIN",
                                        "Py_TRASHCAN_END", "Py_TRASHCAN_SAFE_END"};
    const struct source *source = extension->source;
    struct trashcans found = {extension->arena, source, NULL, 0, 0};
    size_t n_words = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        n_words += word_count(extension, names[i]);
    }
    if (n_words == 0) {
        return found;
    }
    const bool *leads = find_leading(extension->arena, source);
    for (size_t i = 0; i < source->n_expansions; i++) {
        const struct expansion *use = &source->expansions[i];
        enum trashcan kind;
        bool is_leading = kind_of(use->name, &kind);
        for (size_t k = 0; use->macro != NULL && !is_leading && k < source->n_macros; k++)
        {
            is_leading = leads[k] && source->macros[k] == use->macro;
        }
        if (is_leading) {
            ARENA_GROW(found.arena, found.items, found.n_items, found.capacity);
            found.items[found.n_items++] = use;
        }
    }
    return found;
}

void
trashcans_visit(const struct trashcans *trashcans, const struct function *function,
                trashcan_visit *visit, void *data)
{
    const struct node *body = function->body;
    struct search search = {trashcans->arena, trashcans->source, NULL, visit, data};
    for (size_t i = 0; i < trashcans->n_items; i++) {
        const struct expansion *use = trashcans->items[i];
        if (use->file == body->file && use->begin >= body->begin && use->end <= body->end)
        {
            size_t name = source_token(use->file, use->begin);
            struct invocation invocation = {use->macro, use->file, name, NULL};
            search.expansion = use;
            look(&search, use->name, &invocation, MACRO_DEPTH);
        }
    }
}
