#include "convert/facts/inactive/writes.h"

#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/words.h"
#include "extension/units.h"
#include "model/tokens.h"

static bool
is_one_of(const struct source_file *file, size_t i, const char *const *texts, size_t n)
{
    for (size_t k = 0; k < n; k++) {
        if (token_is(file, i, texts[k])) {
            return true;
        }
    }
    return false;
}

static bool
steps(const struct source_file *file, size_t i)
{
    return token_is(file, i, "++") || token_is(file, i, "--");
}

/* The token behind the lvalue that begins at token I: a name, its elements and members. */
static size_t
behind_lvalue(const struct source_file *file, size_t i)
{
    size_t after = token_after(file, i);
    while (token_is(file, after, "[") || token_is(file, after, ".")) {
        size_t last = token_is(file, after, "[") ? token_closing(file, after)
                                                 : token_after(file, after);
        if (last >= file->n_tokens) {
            return last;
        }
        after = token_after(file, last);
    }
    return after;
}

/* Is the name at token I written, or may a function write what it is handed? */
static bool
is_written_at(const struct source_file *file, size_t i, const struct variable *variable)
{
    static const char *const assignments[] = {"=",  "+=", "-=",  "*=",  "/=", "%=",
                                              "&=", "|=", "^=", "<<=", ">>="};
    static const char *const openings[] = {"(", ",", "="};
    size_t before = token_before(file, i), after = behind_lvalue(file, i);
    if (is_one_of(file, after, assignments, ARRAY_LENGTH(assignments)) || steps(file, after)
        || steps(file, before))
    {
        return true;
    }
    bool is_address = token_is(file, before, "&");
    if (is_address) {
        before = token_before(file, before);
    }
    else if (variable->type->kind != TYPE_ARRAY || variable->initial != NULL) {
        return false;
    }
    return is_one_of(file, before, openings, ARRAY_LENGTH(openings))
           && (token_is(file, after, ",") || token_is(file, after, ")"));
}

bool
inactive_code_writes(const struct conversion *c, const struct variable *variable)
{
    const struct source_file *place = variable_declaration(variable)->file;
    for (size_t i = 0; i < c->source->n_files; i++) {
        const struct source_file *file = c->source->files[i];
        struct word word = {.file = file};
        if (!file->is_project
            || (variable->storage == STORAGE_STATIC && !shares_unit(place, file)))
        {
            continue;
        }
        while (word_next(&word, variable->name, file->size)) {
            bool is_other = word.is_member_or_tag || word.is_behind_type || word.is_defined
                            || (!word.is_inactive && !word.is_in_directive);
            if (!is_other && is_written_at(file, source_token(file, word.begin), variable)
                && !is_dead(c, file, word.begin))
            {
                return true;
            }
        }
    }
    return false;
}
