/* Headers that other modules include, too: they import the module's C API by its capsule.
 * What changes in them changes for those modules, which are not in the run. */
#include "convert/report/public_headers.h"

#include "convert/facts/inactive/words.h"
#include "convert/findings.h"
#include "convert/text/edited.h"

void
report_public_headers(struct conversion *c, const struct edits *edits)
{
    const struct source_file *file;
    uint32_t begin;
    for (size_t i = 0; (file = edited_file_at(edits, i, &begin)) != NULL; i++) {
        if (!file->is_main && text_has_word(file, 0, file->size, "PyCapsule_Import")) {
            note(c, "state-not-converted", file, begin, c->module->variable->name,
                 "other modules use this header to import the capsule of '%s'; it "
                 "changes, so test it with one of them, or provide a separate header",
                 c->full_name);
        }
    }
}
