/* state-not-visible: statics in branches that this configuration leaves out.  They are
 * read as tokens: nothing more is known of them. */
#include <stdio.h>
#include <string.h>

#include "checks/check.h"
#include "model/tokens.h"

enum { NAMES_MOST = 5 };

/* The name that the declaration at token I (`static`) gives to an object or a type,
 * as a token; n_tokens if it declares something else, or a constant. */
static size_t
declared_object(const struct source_file *file, size_t i)
{
    bool is_object = false;
    size_t name = file->n_tokens;
    for (size_t k = token_after(file, i); k < file->n_tokens; k = token_after(file, k))
    {
        const struct token *token = &file->tokens[k];
        if (token_is(file, k, "PyObject") || token_is(file, k, "PyTypeObject")) {
            is_object = true;
        }
        else if (token_is(file, k, "(") || token_is(file, k, "{")) {
            return file->n_tokens; /* a function, a struct */
        }
        else if (token_is(file, k, ";") || token_is(file, k, "=")
                 || token_is(file, k, "[") || token_is(file, k, ","))
        {
            return is_object ? name : file->n_tokens;
        }
        else if (token->kind == TOKEN_IDENTIFIER) {
            name = k;
        }
    }
    return file->n_tokens;
}

static void
check_branch(struct check *check, struct tour *tour, const struct branch *branch)
{
    const struct source_file *file = branch->file;
    struct finding *finding = NULL;
    size_t n = 0;
    for (size_t i = branch->first; i <= branch->last; i++) {
        size_t name =
            token_is(file, i, "static") ? declared_object(file, i) : file->n_tokens;
        if (name >= file->n_tokens) {
            continue;
        }
        if (finding == NULL && !tour_lacks(tour, branch)) {
            return;
        }
        const struct token *token = &file->tokens[name];
        const char *text = arena_copy(check->arena, file->text + token->begin,
                                      token->end - token->begin);
        if (finding == NULL) {
            finding = check_add(check, "state-not-visible", file, token->begin, text,
                                "the static variable '%s' is not checked because no "
                                "configuration activates its #if branch; pass headers, "
                                "or defines after --, that activate it",
                                text);
        }
        else if (n < NAMES_MOST) {
            finding_add_evidence(check->findings, finding, "and '%s' in line %u", text,
                                 source_line(file, token->begin));
            n++;
        }
    }
}

void
check_state_not_visible(struct check *check)
{
    struct tour alone;
    struct tour *tour = check->tour;
    if (tour == NULL) {
        tour_init(&alone, check->arena, check->source,
                  &(struct python_header_list){NULL, 0, 0}, check->versions.floor,
                  check->versions.abi3);
        tour = &alone;
    }
    for (size_t i = 0; i < tour->n_branches; i++) {
        check_branch(check, tour, &tour->branches[i]);
    }
}
