/* Structs by their names. */
#include "convert/facts/records.h"

#include <string.h>

#include "model/extent.h"

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

enum { MAX_NESTING = 8 };

static bool
has_field(const struct record *record, const char *name, int depth)
{
    for (size_t i = 0; record != NULL && i < record->n_fields; i++) {
        const struct field *field = &record->fields[i];
        if (strcmp(field->name, name) == 0
            || (field->name[0] == '\0' && depth > 0
                && has_field(field->type->record, name, depth - 1)))
        {
            return true;
        }
    }
    return false;
}

bool
record_has_field(const struct record *record, const char *name)
{
    return has_field(record, name, MAX_NESTING);
}

const struct record *
record_of_offset(const struct conversion *c, const struct node *size)
{
    const struct source_file *file = size->file;
    struct brackets brackets;
    struct range name;
    bool is_offset = size->origin == ORIGIN_MACRO && file != NULL && file->is_project
                     && strcmp(node_use(c->source, size), "offsetof") == 0;
    return is_offset && use_brackets(file, size->begin, &brackets)
                   && brackets_item(&brackets, 0, &name)
               ? record_called(c,
                               arena_copy(c->arena, file->text + name.begin,
                                          name.end - name.begin),
                               file)
               : NULL;
}

const struct type *
type_of_size(const struct node *size)
{
    for (const struct node *n = size; n != NULL; n = node_after(n, size)) {
        const struct type *type =
            n->kind == NODE_SIZEOF && n->first != NULL ? n->first->type : NULL;
        if (type != NULL && type->kind == TYPE_RECORD && type->record != NULL
            && record_is_object(type->record))
        {
            return type;
        }
    }
    return NULL;
}
