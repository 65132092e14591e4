#include "checks/state.h"

#include "base/strbuf.h"
#include "model/lock.h"

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
