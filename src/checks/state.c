#include "checks/state.h"

#include <ctype.h>
#include <string.h>

#include "base/strbuf.h"

bool
type_is_fixed_table(const struct type *type)
{
    static const char *const names[] = {
        "PyModuleDef",           "PyModuleDef_Slot",
        "PyMethodDef",           "PyGetSetDef",
        "PyMemberDef",           "PyType_Slot",
        "PyType_Spec",           "PyStructSequence_Field",
        "PyStructSequence_Desc", "PyNumberMethods",
        "PySequenceMethods",     "PyMappingMethods",
        "PyAsyncMethods",        "PyBufferProcs",
        "_Py_Identifier",        "_Py_static_string",
        "_PyArg_Parser",         "PySlot",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(names); i++) {
        if (type_is_record(type, names[i])) {
            return true;
        }
    }
    return false;
}

static bool
is_name_character(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Is WORD in TEXT, not as a part of a longer name? */
static bool
has_word(const char *text, const char *word)
{
    size_t size = strlen(word);
    for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word)) {
        if ((at == text || !is_name_character(at[-1])) && !is_name_character(at[size]))
        {
            return true;
        }
    }
    return false;
}

static bool
type_has_word(const struct type *type, const char *const *words, size_t n_words)
{
    for (size_t i = 0; i < n_words; i++) {
        if (has_word(type->spelling, words[i])
            || has_word(type_element(type)->canonical, words[i]))
        {
            return true;
        }
    }
    return false;
}

bool
type_is_lock(const struct type *type)
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
        "PyThread_type_lock",
        "Py_tss_t",
        "Insulate_Lock",
        "Insulate_Once",
    };
    return type_has_word(type, words, ARRAY_LENGTH(words));
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
