#include "fec.h"

static gf powers[16];

void
fec_init(void)
{
    for (size_t i = 0; i < 16; i++) {
        powers[i] = (gf)(i * 3);
    }
}

gf
fec_get(const fec_t *code, size_t i)
{
    return powers[i % code->n_blocks & 15];
}
