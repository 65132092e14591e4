#include "edits.h"
#include "spam_state.h"

size_t
edits_count(spam_state *state, size_t n)
{
    state->n_edits += n;
    return state->n_edits;
}
