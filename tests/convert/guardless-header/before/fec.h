/* Included once by each file. */
#include <stddef.h>

typedef unsigned char gf;

typedef struct {
    size_t n_blocks;
} fec_t;

void fec_init(void);
gf fec_get(const fec_t *code, size_t i);
