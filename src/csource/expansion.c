#include "csource/expansion.h"

#include <string.h>

#include "base/map.h"
#include "model/tokens.h"

enum {
    PARAMETERS_MOST = 32, /* of one macro that are told apart */
    NESTED_MOST = 200,    /* brackets and macros in each other that are followed */
};

/* Tokens that the compiler may hold: above it needs gigabytes for them. */
#define TOKENS_MOST (1e9 / 30)

/* Tokens of an expansion: FIXED ones, and TIMES as many as its arguments have. */
struct amount {
    double fixed, times;
};

enum progress { NOT_BEGUN, BEGUN, DONE };

struct own_macro {
    uint32_t directive;
    size_t body; /* token behind the name, or behind the parameters */
    size_t parameters[PARAMETERS_MOST]; /* tokens */
    size_t n_parameters;
    bool is_function;
    enum progress progress;
    struct amount amount;
};

struct estimate {
    const struct source_file *file;
    struct map macros; /* name -> struct own_macro: the first definition */
    int depth;
};

static bool
is_same_word(const struct source_file *file, size_t a, size_t b)
{
    const struct token *x = &file->tokens[a], *y = &file->tokens[b];
    return x->end - x->begin == y->end - y->begin
           && memcmp(file->text + x->begin, file->text + y->begin, x->end - x->begin)
                  == 0;
}

static struct own_macro *
macro_at(const struct estimate *estimate, size_t i)
{
    const struct source_file *file = estimate->file;
    const struct token *token = &file->tokens[i];
    return token->kind == TOKEN_IDENTIFIER
               ? map_find(&estimate->macros, file->text + token->begin,
                          token->end - token->begin)
               : NULL;
}

/* The parameters of the macro whose name is token NAME. */
static void
read_parameters(const struct source_file *file, size_t name, struct own_macro *macro)
{
    size_t i = name + 1;
    macro->body = i;
    if (!token_is(file, i, "(") || file->tokens[i].begin != file->tokens[name].end) {
        return;
    }
    macro->is_function = true;
    for (i++; i < file->n_tokens && file->tokens[i].directive == macro->directive
              && !token_is(file, i, ")");
         i++)
    {
        if (file->tokens[i].kind == TOKEN_IDENTIFIER
            && macro->n_parameters < PARAMETERS_MOST)
        {
            macro->parameters[macro->n_parameters++] = i;
        }
    }
    macro->body = i + 1;
}

static void
read_macros(struct arena *arena, struct estimate *estimate)
{
    const struct source_file *file = estimate->file;
    for (size_t i = 1; i + 1 < file->n_tokens; i++) {
        const struct token *token = &file->tokens[i], *name = &file->tokens[i + 1];
        if (token->directive == 0 || !token_is(file, i, "define")
            || !token_is(file, i - 1, "#") || name->kind != TOKEN_IDENTIFIER
            || macro_at(estimate, i + 1) != NULL)
        {
            continue;
        }
        struct own_macro *macro = ARENA_NEW(arena, struct own_macro);
        macro->directive = token->directive;
        read_parameters(file, i + 1, macro);
        map_set(&estimate->macros, file->text + name->begin, name->end - name->begin,
                macro);
    }
}

static bool
is_parameter(const struct estimate *estimate, const struct own_macro *macro, size_t i)
{
    for (size_t k = 0; macro != NULL && k < macro->n_parameters; k++) {
        if (is_same_word(estimate->file, macro->parameters[k], i)) {
            return true;
        }
    }
    return macro != NULL && token_is(estimate->file, i, "__VA_ARGS__");
}

static struct amount amount_of(struct estimate *estimate, const struct own_macro *within,
                               size_t begin, size_t end);

static struct amount
amount_of_macro(struct estimate *estimate, struct own_macro *macro)
{
    const struct source_file *file = estimate->file;
    if (macro->progress == NOT_BEGUN) {
        size_t end = macro->body;
        while (end < file->n_tokens && file->tokens[end].directive == macro->directive) {
            end++;
        }
        macro->progress = BEGUN; /* its own name is not expanded again */
        macro->amount = amount_of(estimate, macro, macro->body, end);
        macro->progress = DONE;
    }
    return macro->progress == DONE ? macro->amount : (struct amount){1, 0};
}

/* Tokens [BEGIN, END), which stand in the body of WITHIN if that is not NULL. */
static struct amount
amount_of(struct estimate *estimate, const struct own_macro *within, size_t begin,
          size_t end)
{
    const struct source_file *file = estimate->file;
    struct amount sum = {0, 0};
    if (estimate->depth >= NESTED_MOST) {
        /* At least the tokens as they stand. */
        sum.fixed = (double)(end - begin);
        return sum;
    }
    estimate->depth++;
    for (size_t i = begin; i < end; i++) {
        struct own_macro *macro = macro_at(estimate, i);
        if (file->tokens[i].directive != 0 && within == NULL) {
            continue;
        }
        if (is_parameter(estimate, within, i)) {
            sum.times += 1;
        }
        else if (macro == NULL || (macro->is_function && !token_is(file, i + 1, "("))) {
            sum.fixed += 1;
        }
        else {
            struct amount made = amount_of_macro(estimate, macro);
            sum.fixed += made.fixed;
            size_t close = macro->is_function ? token_closing(file, i + 1) : i;
            if (close > i && close < end) {
                struct amount given = amount_of(estimate, within, i + 2, close);
                sum.fixed += made.times * given.fixed;
                sum.times += made.times * given.times;
                i = close;
            }
        }
    }
    estimate->depth--;
    return sum;
}

bool
expansion_is_endless(struct arena *arena, const struct source_file *file)
{
    struct estimate estimate = {.file = file};
    map_init(&estimate.macros, arena);
    read_macros(arena, &estimate);
    return estimate.macros.n_entries != 0
           && amount_of(&estimate, NULL, 0, file->n_tokens).fixed > TOKENS_MOST;
}
