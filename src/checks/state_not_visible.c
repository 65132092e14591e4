/* state-not-visible: statics in branches that this configuration leaves out.  They are
 * read as tokens: nothing more is known of them. */
#include <stdio.h>
#include <string.h>

#include "checks/check.h"
#include "checks/conditional.h"

enum { OLDEST_MINOR = 9, NEWEST_MINOR = 15, NAMES_MOST = 5 };

/* Would any supported Python compile OFFSET? */
static bool
is_of_any_version(const struct source_file *file, uint32_t offset)
{
    for (unsigned minor = OLDEST_MINOR; minor <= NEWEST_MINOR; minor++) {
        struct build build = {.version = 3u << 24 | minor << 16 | 0xf0};
        if (offset_is_compiled(file, offset, &build) != TRUTH_NO) {
            return true;
        }
    }
    return false;
}

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
check_range(struct check *check, const struct source_file *file,
            const struct range *skipped)
{
    struct finding *finding = NULL;
    size_t n = 0;
    for (size_t i = source_token(file, skipped->begin);
         i < file->n_tokens && file->tokens[i].begin < skipped->end; i++)
    {
        if (file->tokens[i].inactive == 0 || file->tokens[i].directive != 0
            || !token_is(file, i, "static"))
        {
            continue;
        }
        size_t name = declared_object(file, i);
        if (name >= file->n_tokens || !is_of_any_version(file, file->tokens[i].begin)) {
            continue;
        }
        const struct token *token = &file->tokens[name];
        const char *text = arena_copy(check->arena, file->text + token->begin,
                                      token->end - token->begin);
        if (finding == NULL) {
            finding = check_add(check, "state-not-visible", file, token->begin, text,
                                "'%s' is a static in a branch of #if that this "
                                "configuration leaves out, and is not judged; check "
                                "with the headers or defines (behind --) that take it",
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
    for (size_t i = 0; i < check->source->n_files; i++) {
        const struct source_file *file = check->source->files[i];
        for (size_t k = 0; file->is_project && k < file->n_skipped; k++) {
            check_range(check, file, &file->skipped[k]);
        }
    }
}
