#include "checks/state.h"

#include "base/strbuf.h"
#include "model/lock.h"

/* DEPTH bounds templates of templates. */
static bool
keeps_object(const struct type *type, int depth)
{
    if (type == NULL || type_holds_object(type)) {
        return type != NULL;
    }
    const struct record *record = type_element(type)->record;
    if (type_element(type)->kind != TYPE_RECORD || record == NULL || depth == 0) {
        return false;
    }
    for (size_t i = 0; i < record->n_arguments; i++) {
        if (keeps_object(record->arguments[i], depth - 1)) {
            return true;
        }
    }
    return false;
}

bool
type_keeps_object(const struct type *type)
{
    enum { MOST = 4 };
    return keeps_object(type, MOST);
}

bool
type_is_atomic(const struct type *type)
{
    static const char *const words[] = {"atomic", "_Atomic", "_Py_atomic_int",
                                        "_Py_atomic_address"};
    return type->is_atomic || type_element(type)->is_atomic
           || type_has_word(type, words, ARRAY_LENGTH(words));
}

void
state_add_writers(struct check *check, struct finding *finding,
                  const struct writes *writes)
{
    enum { MOST = 5 };
    const struct function *last = NULL;
    size_t n = 0;
    for (size_t i = 0; i < writes->n_items && n < MOST; i++) {
        const struct node *write = writes->items[i];
        if (write->within == NULL || write->within == last || write->file == NULL) {
            continue;
        }
        last = write->within;
        finding_add_evidence(check->findings, finding, "written by %s at %s:%u",
                             last->name, write->file->path,
                             source_line(write->file, write->begin));
        n++;
    }
}
