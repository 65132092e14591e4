/* Headers that other modules include, too: they import the module's C API by its capsule.
 * What changes in them changes for those modules, which are not in the run. */
#include "convert/report/public_headers.h"

#include "convert/facts/inactive/words.h"

void
report_public_headers(struct conversion *c, const struct edits *edits)
{
    const struct source_file *last = NULL;
    for (size_t i = 0; i < edits->n_items; i++) {
        const struct edit *edit = &edits->items[i];
        if (edit->file == last || edit->file->is_main
            || !text_has_word(edit->file, 0, edit->file->size, "PyCapsule_Import"))
        {
            continue;
        }
        bool is_known = false;
        for (size_t k = 0; k < i; k++) {
            is_known |= edits->items[k].file == edit->file;
        }
        last = edit->file;
        if (is_known) {
            continue;
        }
        note(c, "state-not-converted", edit->file, edit->begin, c->definition->name,
             "other modules use this header to import the capsule of '%s'; it "
             "changes, so test it with one of them, or provide a separate header",
             c->full_name);
    }
}
