#include "extension/mutex.h"

#include "base/strbuf.h"
#include "extension/expression.h"
#include "model/lock.h"

bool
node_takes_thread_lock(const struct node *place)
{
    const struct node *waits =
        CALL_IS(place, "PyThread_acquire_lock") ? call_argument(place, 1) : NULL;
    return waits != NULL && waits->has_value && waits->value != 0;
}

bool
node_takes_mutex(const struct node *place)
{
    if (place->kind == NODE_VARIABLE) {
        return place->type != NULL && type_is_lock_holder(place->type)
               && !string_has_word(place->type->canonical, "recursive_mutex")
               && !string_has_word(place->type->canonical, "shared_lock");
    }
    return node_takes_thread_lock(place)
           || CALL_IS(place, "PyMutex_Lock", "_PyMutex_Lock", "pthread_mutex_lock",
                      "mtx_lock", "AcquireSRWLockExclusive");
}

const struct node *
mutex_of(const struct node *place)
{
    const struct node *argument =
        place->kind == NODE_CALL ? call_argument(place, 0) : NULL;
    const struct node *named =
        argument != NULL ? node_referent(node_resolved(argument)) : NULL;
    return named != NULL && (named->kind == NODE_MEMBER || named->kind == NODE_NAME) ? named
                                                                                     : NULL;
}
