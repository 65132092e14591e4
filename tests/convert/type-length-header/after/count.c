#include "count.h"
#include "spam_state.h"

int
count_add(spam_state *state, int symbol)
{
    if (symbol < 0 || symbol > LAST) {
        return -1;
    }
    state->seen.recent[state->seen.total[symbol] % DEPTH] = symbol;
    return ++state->seen.total[symbol];
}

int
count_of(spam_state *state, int symbol)
{
    return symbol < 0 || symbol >= SYMBOLS ? 0 : state->seen.total[symbol];
}
