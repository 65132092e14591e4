#include "convert/facts/inactive/sizes.h"

#include <string.h>

#include "convert/facts/inactive/words.h"
#include "model/tokens.h"

/* Is what stands in the parentheses behind WORD a value that a pointer leads to, or has it the
 * name of INSTANCE? */
static bool
may_mean(const struct word *word, const struct type *instance)
{
    const struct source_file *file = word->file;
    const char *space = strrchr(instance->spelling, ' ');
    const char *name = space != NULL ? space + 1 : instance->spelling;
    size_t i = source_token(file, word->end), depth = 0;
    for (; i < file->n_tokens && file->tokens[i].begin - word->end < 400; i++) {
        if (token_is(file, i, "(")) {
            depth++;
        }
        else if (token_is(file, i, ")")) {
            depth--;
        }
        if (depth == 0) {
            return false;
        }
        if (token_is(file, i, name) || (depth == 1 && token_is(file, i, "*")
                                        && token_is(file, i - 1, "(")))
        {
            return true;
        }
    }
    return false;
}

static bool
is_sized_in_file(const struct source_file *file, const struct type *instance)
{
    static const char *const assertions[] = {"_Static_assert", "static_assert",
                                             "Py_BUILD_ASSERT"};
    struct word word = {.file = file};
    while (word_next(&word, NULL, (uint32_t)file->size)) {
        bool is_assertion = false;
        for (size_t i = 0; i < ARRAY_LENGTH(assertions); i++) {
            is_assertion |= word_is(&word, assertions[i]);
        }
        if ((is_assertion || (word.is_inactive && word_is(&word, "sizeof")))
            && may_mean(&word, instance))
        {
            return true;
        }
    }
    return false;
}

bool
is_sized_in_text(const struct source *source, const struct type *instance)
{
    for (size_t i = 0; i < source->n_files; i++) {
        if (source->files[i]->is_project && is_sized_in_file(source->files[i], instance)) {
            return true;
        }
    }
    return false;
}
