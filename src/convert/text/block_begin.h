#ifndef INSULATE_CONVERT_TEXT_BLOCK_BEGIN_H
#define INSULATE_CONVERT_TEXT_BLOCK_BEGIN_H

#include "convert/conversion.h"

/* TEXT, a statement, as it stands at the beginning of BLOCK, and where that is. */
const char *body_text(const struct conversion *c, const struct node *block,
                      const char *text, uint32_t *out_place);
/* The same of what stands behind STATEMENT, or behind the directive at ENDIF, if that is not 0. */
const char *text_behind(const struct conversion *c, const struct node *statement, uint32_t endif,
                        const char *text, uint32_t *out_place);

#endif
