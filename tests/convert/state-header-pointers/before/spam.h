#include <Python.h>

/* Without a guard.  The names first, as the structs name each other. */
typedef struct spam_kind spam_kind;
typedef struct spam_pool spam_pool;
typedef struct spam_limits spam_limits;

extern PyTypeObject spam_kind_type;
extern spam_kind *spam_plain, *spam_round;
extern spam_limits spam_used;

typedef enum {
    SPAM_PLAIN,
    SPAM_ROUND
} spam_shape;

struct spam_limits {
    long calls;
    spam_shape last;
};

struct spam_kind {
    PyObject_HEAD
    spam_shape shape;
    spam_pool *pool;
};

struct spam_pool {
    spam_kind *first;
};

spam_kind *spam_kind_of(int number);

