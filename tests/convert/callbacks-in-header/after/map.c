#include <Python.h>

#include "map.h"
#include "other.h"
#include "reader.h"
#include "spam_state.h"

static int
read_n(Reader *reader)
{
    return reader->n;
}

static int
local_n(const Local *local, int i)
{
    return local->n + i;
}

static int
plain_n(int n)
{
    return n;
}

static void
fill(spam_state *state)
{
    for (int i = 0; i < 4; i++) {
        state->readers[i] = read_n;
        state->locals[i] = local_n;
        state->plains[i] = plain_n;
    }
    state->map_is_ready = 1;
}

int
map_call(spam_state *state, int i)
{
    Reader reader = {i, "a"};
    Local local = {i};
    Other other = {i};
    if (!state->map_is_ready) {
        fill(state);
    }
    return state->readers[i & 3](&reader) + state->locals[i & 3](&local, other.n) + state->plains[i & 3](i);
}

int
map_count(spam_state *state)
{
    return state->map_is_ready;
}
