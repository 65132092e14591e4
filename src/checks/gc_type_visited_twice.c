/* gc-type-visited-twice */
#include "checks/check.h"
#include "checks/fix.h"
#include "extension/heap_type.h"
#include "model/tokens.h"

/* --- its fix ---------------------------------------------------------------------- */

/* Py_VISIT(Py_TYPE(NAME)); at token I: its last token, else 0. */
static size_t
type_visit_at(const struct source_file *file, size_t i, const char *name)
{
    const char *const words[] = {"Py_VISIT", "(", "Py_TYPE", "(", name, ")", ")", ";"};
    for (size_t k = 0; k < ARRAY_LENGTH(words); k++) {
        if (!token_is(file, i + k, words[k])) {
            return 0;
        }
    }
    return i + ARRAY_LENGTH(words) - 1;
}

static bool
fix_type_visited_twice(struct draft *draft)
{
    const struct function *traverse = draft_function(draft);
    if (traverse == NULL || traverse->n_parameters == 0) {
        return false;
    }
    const struct source_file *file = draft->file;
    size_t first = 0, last = 0, n = 0;
    for (size_t i = source_token(file, traverse->body->begin);
         i < file->n_tokens && file->tokens[i].begin < traverse->body->end; i++)
    {
        size_t end = type_visit_at(file, i, traverse->parameters[0]->name);
        if (end != 0) {
            n++;
            first = i;
            last = end;
        }
    }
    if (n == 0 || function_count_type_visits(traverse, SLOT_DEPTH - 1) != 2
        || !(token_is(file, first - 1, ";") || token_is(file, first - 1, "{")
             || token_is(file, first - 1, "}")))
    {
        return false;
    }
    draft_remove(draft, file->tokens[first].begin, file->tokens[last].end);
    draft->description = "remove the second visit of the type";
    return true;
}

/* --- the check -------------------------------------------------------------------- */

void
check_gc_type_visited_twice(struct check *check)
{
    const struct extension *extension = check->extension;
    for (size_t i = 0; i < extension->n_types; i++) {
        const struct heap_type *type = &extension->types[i];
        const struct function *traverse =
            slots_function(&type->slots, "Py_tp_traverse");
        if (traverse == NULL
            || !type_is_first_with(extension, type, "Py_tp_traverse", traverse)
            || function_count_type_visits(traverse, SLOT_DEPTH - 1) < 2)
        {
            continue;
        }
        struct finding *finding = check_add_function(
            check, "gc-type-visited-twice", traverse,
            "%s visits Py_TYPE(self), and so does the traverse function that it calls, "
            "but the object holds only one reference to it; remove one of the visits",
            traverse->name);
        check_fix(check, finding, fix_type_visited_twice);
    }
}
