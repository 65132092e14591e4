/* Included once by each file. */
#include <stddef.h>
#include "spam_state.h"

typedef struct {
    size_t n_blocks;
} fec_t;

void fec_init(spam_state *state);
gf fec_get(spam_state *state, const fec_t *code, size_t i);
