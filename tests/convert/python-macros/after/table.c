#include "table.h"
#include "spam_state.h"

void
count(spam_state *state, int i)
{
    state->counts[i & 3]++;
}
