#include "nodelib.h"
#include "spam_state.h"

int
nodelib_walk(spam_state *state, int n, nodelib_visit visit, void *data)
{
    for (int i = 0; i < n; i++) {
        if (visit(state, i, data) != 0) {
            return -1;
        }
    }
    return 0;
}

void
nodelib_on_event(spam_state *state, nodelib_visit visit, void *data)
{
    state->handler = visit;
    state->handler_data = data;
}

int
nodelib_fire(spam_state *state, int number)
{
    return state->handler == 0 ? 0
        : state->handler(state, number, state->handler_data);
}
