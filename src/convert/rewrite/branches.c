/* Branches that no Python from the floor on takes go, with their directives. */
#include "convert/rewrite/branches.h"

#include "convert/facts/branches.h"
#include "convert/facts/places.h"
#include "convert/rewrite/changes.h"
#include "extension/conditional.h"

/* --- pruning -------------------------------------------------------------------------- */

/* The '#' of the next directive of the same conditional as the one at token I. */
static size_t
next_branch(const struct source_file *file, size_t i)
{
    size_t depth = 0;
    for (size_t k = i + 1; k < file->n_tokens; k++) {
        if (!is_directive(file, k)) {
            continue;
        }
        if (string_starts(file->text + file->tokens[k + 1].begin, "if")) {
            depth++;
        }
        else if (depth == 0
                 && (token_is(file, k + 1, "elif") || token_is(file, k + 1, "else")
                     || token_is(file, k + 1, "endif")))
        {
            return k;
        }
        else if (token_is(file, k + 1, "endif")) {
            depth--;
        }
    }
    return file->n_tokens;
}

/* Take away what no supported Python compiles of the conditional that begins at token I
 * and ends in front of END; false if it is not known what that is. */
static bool
prune_conditional(struct conversion *c, const struct source_file *file, size_t i,
                  uint32_t end)
{
    static const char reason[] = "a branch that no supported Python takes";

    /* Decided when each branch is dead, or one is certain. */
    enum truth truth = conditions_test(c->conditions, file, i);
    size_t rest = next_branch(file, i);
    if (rest >= file->n_tokens || file->tokens[rest].begin >= end
        || token_is(file, rest + 1, "elif") || truth == TRUTH_UNKNOWN)
    {
        return false;
    }
    size_t last = token_is(file, rest + 1, "else") ? next_branch(file, rest) : rest;
    if (last >= file->n_tokens || file->tokens[last].begin >= end) {
        return false;
    }
    uint32_t first_line = line_begin(file, file->tokens[i].begin);
    uint32_t rest_line = line_begin(file, file->tokens[rest].begin);
    uint32_t last_line = line_begin(file, file->tokens[last].begin);
    uint32_t behind = line_end(file, file->tokens[last].begin);
    if (truth == TRUTH_YES) {
        change_cover(c, file, lone_begin(file, first_line),
                     line_end(file, file->tokens[i].begin), "", reason);
        change_cover(c, file, rest_line, behind, "", reason);
    }
    else if (last != rest) {
        change_cover(c, file, first_line, line_end(file, file->tokens[rest].begin), "",
                     reason);
        change_cover(c, file, last_line, behind, "", reason);
    }
    else {
        change_cover(c, file, conditional_begin(file, first_line, behind), behind, "",
                     reason);
    }
    return true;
}

static bool
opens_conditional(const struct source_file *file, size_t i)
{
    return is_directive(file, i)
           && string_starts(file->text + file->tokens[i + 1].begin, "if");
}

void
prune_branches(struct conversion *c, const struct source_file *file, uint32_t begin,
               uint32_t end)
{
    for (size_t i = token_at(file, begin);
         i < file->n_tokens && file->tokens[i].begin < end; i++)
    {
        if (opens_conditional(file, i)) {
            prune_conditional(c, file, i, end);
        }
    }
}

bool
prune_across(struct conversion *c, const struct source_file *file, uint32_t begin,
             uint32_t end)
{
    for (size_t i = 0; i < file->n_tokens && file->tokens[i].begin < end; i++) {
        if (!opens_conditional(file, i)) {
            continue;
        }
        size_t last = i;
        while (last < file->n_tokens && !token_is(file, last + 1, "endif")) {
            last = next_branch(file, last);
        }
        if (last >= file->n_tokens) {
            continue;
        }
        uint32_t opens = file->tokens[i].begin, closes = file->tokens[last].begin;
        bool goes_in = opens < begin && closes > begin && closes < end;
        bool goes_out = opens >= begin && closes >= end;
        if ((goes_in || goes_out) && prune_conditional(c, file, i, UINT32_MAX)) {
            return true;
        }
    }
    return false;
}
