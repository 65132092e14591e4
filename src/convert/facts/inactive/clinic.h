/* Argument Clinic, the preprocessor of CPython's sources: comments of a file are its input.  It
 * writes functions into a header that the file includes, and heads of others behind the comments. */
#ifndef INSULATE_CONVERT_FACTS_INACTIVE_CLINIC_H
#define INSULATE_CONVERT_FACTS_INACTIVE_CLINIC_H

#include "convert/conversion.h"

struct clinic_block {
    struct range whole;                 /* with the comments around */
    struct range input;                 /* the lines between the two marks */
    struct range output;                /* what was made of them */
    struct range input_sum, output_sum; /* the checksums of both, behind that */
};

/* The first block of FILE from *IO_TOKEN on, which is set behind it; false: there is none. */
bool clinic_block_next(const struct source_file *file, size_t *io_token,
                       struct clinic_block *out);

/* Is FUNCTION defined in a header that Argument Clinic wrote? */
bool is_clinic_function(const struct function *function);

/* The file that includes HEADER, which Argument Clinic wrote, and where; NULL: none, or several
 * places do. */
const struct source_file *clinic_source(const struct conversion *c,
                                        const struct source_file *header,
                                        uint32_t *out_offset);

/* The block of FILE of which FUNCTION was made; false: there is none. */
bool clinic_block_of(const struct conversion *c, const struct source_file *file,
                     const struct function *function, struct clinic_block *out);

#endif
