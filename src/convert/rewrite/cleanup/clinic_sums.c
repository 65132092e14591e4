/* The checksums by which Argument Clinic knows that nobody changed what it read and wrote. */
#include "convert/rewrite/cleanup/clinic_sums.h"

#include <string.h>

#include "base/sha1.h"
#include "convert/arena_text.h"
#include "convert/plan/clinic.h"
#include "convert/rewrite/changes.h"

/* Let the digits in SUM of FILE be the checksum of what CONTENT becomes. */
static void
edit_sum(struct rewriter *r, const struct source_file *file, struct range content,
         struct range sum)
{
    const char *text = rendered(r, file, content.begin, content.end);
    struct sha1_digits digits = sha1_of(text, strlen(text));
    change(r, file, sum.begin, sum.end,
           TEXT(r, "%.*s", (int)(sum.end - sum.begin), digits.text),
           "the checksum of Argument Clinic");
}

void
edit_clinic_sums(struct rewriter *r)
{
    const struct clinic_plan *plan = r->plan->clinic;
    for (size_t i = 0; i < plan->n_types; i++) {
        const struct clinic_type *type = &plan->types[i], *before = i > 0 ? type - 1 : NULL;
        if (before == NULL || before->file != type->file
            || before->block.input.begin != type->block.input.begin)
        {
            edit_sum(r, type->file, type->block.input, type->block.input_sum);
        }
    }
    for (size_t i = 0; i < plan->n_headers; i++) {
        const struct clinic_header *header = &plan->headers[i];
        edit_sum(r, header->file, header->block.output, header->block.output_sum);
    }
}
