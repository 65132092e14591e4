/* Memory that is used before it is asked for NULL. */
#include "../module.h"
#include <stdlib.h>
#include <string.h>

struct node {
    long value;
    struct node *next;
};

struct object {
    PyObject_HEAD
    long *numbers;
    Py_ssize_t n_numbers;
};

long *
by_index(Py_ssize_t n)
{
    long *numbers = PyMem_Malloc(n * sizeof *numbers);
    for (Py_ssize_t i = 0; i < n; i++) {
        numbers[i] = i;  // want: access-null-unchecked
    }
    return numbers;
}

struct node *
by_member(struct node *next)
{
    struct node *node = malloc(sizeof *node);
    node->value = 1;  // want: access-null-unchecked
    node->next = next;
    return node;
}

char *
by_pointer(void)
{
    char *text = PyObject_Malloc(10);
    *text = '\0';  // want: access-null-unchecked
    return text;
}

/* PyMem_New gives NULL if the size overflows, or by PyMem_Malloc. */
long *
by_macro(Py_ssize_t n)
{
    long *numbers = PyMem_New(long, n);
    numbers[0] = n;  // want: access-null-unchecked
    return numbers;
}

/* Asked too late. */
char *
copied(const char *text, size_t n)
{
    char *copy = PyMem_Malloc(n + 1);
    memcpy(copy, text, n);  // want: access-null-unchecked
    if (copy == NULL) {
        return NULL;
    }
    copy[n] = '\0';
    return copy;
}

/* Asked on one path only. */
int
grown(struct object *self, Py_ssize_t n, int is_checked)
{
    self->numbers = PyMem_Realloc(self->numbers, n * sizeof(long));
    if (is_checked && self->numbers == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    self->numbers[n - 1] = 0;  // want: access-null-unchecked
    self->n_numbers = n;
    return 0;
}
