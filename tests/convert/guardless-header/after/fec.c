#include "fec.h"
#include "spam_state.h"

void
fec_init(spam_state *state)
{
    for (size_t i = 0; i < 16; i++) {
        state->powers[i] = (gf)(i * 3);
    }
}

gf
fec_get(spam_state *state, const fec_t *code, size_t i)
{
    return state->powers[i % code->n_blocks & 15];
}
