/* libcapstone, loaded when the first file comes whose machine it is to decode. */
#ifndef INSULATE_BINARY_DISASSEMBLER_H
#define INSULATE_BINARY_DISASSEMBLER_H

#include "binary/image_data.h"

/* Sets image->disassembler, or image->code_doubt; neither where the machine needs
 * none, or is none that is known here. */
void disassembler_open(struct image *image);
void disassembler_close(struct image *image);
/* Why Capstone cannot be used (constant), or NULL; then its version. */
const char *disassembler_lack(int *out_major, int *out_minor);

#endif
