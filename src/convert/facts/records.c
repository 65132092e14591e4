/* Structs by their names. */
#include "convert/facts/records.h"

#include <string.h>

const struct record *
record_called(const struct conversion *c, const char *name,
              const struct source_file *file)
{
    const struct record *found = NULL;
    name = string_starts(name, "struct ") ? name + strlen("struct ") : name;
    for (size_t i = 0; i < c->source->n_records; i++) {
        const struct record *record = c->source->records[i];
        bool is_visible =
            record->file == file || record->file == NULL || !record->file->is_main;
        if ((strcmp(record->name, name) == 0 || strcmp(record->tag, name) == 0)
            && is_visible && (found == NULL || record->file == file))
        {
            found = record;
        }
    }
    return found;
}
