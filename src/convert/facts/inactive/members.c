/* Members of structs in branches of #if that this build does not compile. */
#include "convert/facts/inactive/members.h"

#include <string.h>

#include "convert/arena_text.h"
#include "convert/facts/inactive/conditionals.h"
#include "convert/facts/inactive/guards.h"
#include "convert/facts/inactive/words.h"
#include "convert/facts/records.h"
#include "model/extent.h"

static const char *
object_member(const struct conversion *c, const struct type *type, unsigned depth)
{
    enum { MAX_NESTING = 4 };
    const struct type *element = type != NULL ? type_element(type) : NULL;
    const struct record *record =
        element != NULL && element->kind == TYPE_RECORD ? element->record : NULL;
    struct brackets braces;
    if (record == NULL || record->file == NULL || !record->file->is_project
        || depth > MAX_NESTING || !record_braces(record, &braces))
    {
        return NULL;
    }
    struct word word = {.file = record->file, .end = braces.open};
    while (word_next(&word, NULL, braces.close)) {
        if (!word.is_inactive || word.is_in_directive || is_dead(c, word.file, word.begin)) {
            continue;
        }
        const char *name = text_of(c, word.file, word.begin, word.end);
        const struct record *member = record_called(c, name, word.file);
        if (word_is(&word, "PyObject") || (member != NULL && record_is_object(member))) {
            return name;
        }
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        const char *found = object_member(c, record->fields[i].type, depth + 1);
        if (found != NULL) {
            return found;
        }
    }
    return NULL;
}

const char *
inactive_object_member(const struct conversion *c, const struct type *type)
{
    return object_member(c, type, 0);
}

struct guard
member_guard(const struct conversion *c, const struct record *record, const char *name)
{
    struct brackets braces;
    for (size_t i = 0; i < record->n_fields && record->file != NULL; i++) {
        const struct field *field = &record->fields[i];
        if (strcmp(field->name, name) == 0 && field->place != 0
            && record_braces(record, &braces))
        {
            return guard_at(c, record->file, braces.open, field->place);
        }
    }
    return (struct guard){0};
}
