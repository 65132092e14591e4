/* Recognise the tool that wrote the C behind a compiled module. */
#ifndef INSULATE_BINARY_GENERATOR_H
#define INSULATE_BINARY_GENERATOR_H

#include "binary/image_data.h"

/* Sets the generator's name, and the words of its guard against a second
 * interpreter if the file has them; NULL where there is none. */
void generator_find(const struct image *image, enum generator *out_generator,
                    const char **out_guard);

#endif
