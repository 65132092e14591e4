/* A shared library without Python, for test_image.c: one variable of each kind. */
#include <pthread.h>

#define EXPORTED __attribute__((visibility("default")))

typedef struct _object {
    long ob_refcnt;
    struct _typeobject *ob_type;
} PyObject;

typedef struct {
    PyObject ob_base;
    int value;
} Spam;

typedef struct {
    const char *ml_name;
    void *ml_meth;
} PyMethodDef;

struct holder {
    int before;
    Spam *spam;
};

struct list {
    struct list *next;
    int value;
};

int counter = 7;
PyObject *fixture_cache[4];
static struct holder holder;
static struct list list;
static Spam singleton;
static PyMethodDef methods[] = {{"a", 0}, {0, 0}};
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static __thread int per_thread = 3;
static const char *const table[] = {"constant", "table"};

int fixture_touch(int i);

EXPORTED int
fixture_touch(int i)
{
    static int calls;
    calls += i;
    holder.before += calls;
    list.value += calls;
    singleton.value += calls;
    per_thread += calls;
    pthread_mutex_lock(&lock);
    fixture_cache[i & 3] = &singleton.ob_base;
    pthread_mutex_unlock(&lock);
    return (int)(counter + per_thread + list.value + table[i & 1][0]
                 + (methods[i & 1].ml_name != 0));
}
