#include "model/lock.h"

#include <string.h>

#include "base/macros.h"
#include "base/strbuf.h"

bool
type_has_word(const struct type *type, const char *const *words, size_t n_words)
{
    return string_has_one_of(type->spelling, words, n_words)
           || string_has_one_of(type_element(type)->canonical, words, n_words);
}

static bool
is_named_lock(const struct type *type)
{
    static const char *const words[] = {
        "pthread_mutex_t",
        "pthread_rwlock_t",
        "pthread_spinlock_t",
        "pthread_cond_t",
        "pthread_once_t",
        "pthread_key_t",
        "sem_t",
        "mtx_t",
        "cnd_t",
        "once_flag",
        "atomic_flag",
        "mutex",
        "recursive_mutex",
        "shared_mutex",
        "condition_variable",
        "PyMutex",
        "_PyOnceFlag",
        "_PyRWMutex",
        "_PyRecursiveMutex",
        "PyThread_type_lock",
        "Py_tss_t",
        "CRITICAL_SECTION",
        "SRWLOCK",
        "Insulate_Once",
        "Insulate_OnceFlag",
        "Insulate_ThreadLock",
    };
    return type_has_word(type, words, ARRAY_LENGTH(words));
}

/* DEPTH bounds structs within structs. */
static bool
is_lock(const struct type *type, int depth)
{
    if (is_named_lock(type)) {
        return true;
    }
    const struct record *record = type_element(type)->record;
    if (type_element(type)->kind != TYPE_RECORD || record == NULL || record->is_union
        || record->n_fields == 0 || depth == 0)
    {
        return false;
    }
    for (size_t i = 0; i < record->n_fields; i++) {
        if (!is_lock(record->fields[i].type, depth - 1)) {
            return false;
        }
    }
    return true;
}

bool
type_is_lock(const struct type *type)
{
    enum { MOST = 4 };
    return is_lock(type, MOST);
}

bool
type_is_lock_holder(const struct type *type)
{
    static const char *const words[] = {"lock_guard", "unique_lock", "scoped_lock",
                                        "shared_lock"};
    return type_has_word(type, words, ARRAY_LENGTH(words));
}
