/* Memory that is used where it is there. */
#include "../module.h"
#include <assert.h>
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
    if (numbers == NULL) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        numbers[i] = i;
    }
    return numbers;
}

struct node *
by_member(struct node *next)
{
    struct node *node;
    if (!(node = malloc(sizeof *node))) {
        return NULL;
    }
    node->value = 1;
    node->next = next;
    return node;
}

/* Nothing was asked for, where n is 0. */
long *
by_size(Py_ssize_t n)
{
    long *numbers = PyMem_New(long, n);
    if (numbers == NULL && n > 0) {
        PyErr_NoMemory();
        return NULL;
    }
    for (Py_ssize_t i = 0; i < n; i++) {
        numbers[i] = i;
    }
    return numbers;
}

/* Two at once. */
int
both(char **out_one, char **out_two)
{
    char *one = malloc(10), *two = malloc(10);
    if (one == NULL || two == NULL) {
        free(one);
        free(two);
        return -1;
    }
    one[0] = two[0] = '\0';
    *out_one = one;
    *out_two = two;
    return 0;
}

/* By its member, by an assertion, by a helper. */
int
grown(struct object *self, Py_ssize_t n)
{
    self->numbers = PyMem_Realloc(self->numbers, n * sizeof(long));
    if (!self->numbers) {
        PyErr_NoMemory();
        return -1;
    }
    self->numbers[n - 1] = 0;
    return 0;
}

char *
asserted(void)
{
    char *text = malloc(10);
    assert(text);
    text[0] = '\0';
    return text;
}

static void
need(const void *memory)
{
    if (memory == NULL) {
        Py_FatalError("no memory");
    }
}

char *
needed(void)
{
    char *text = malloc(10);
    need(text);
    text[0] = '\0';
    return text;
}

/* An address, and the size of what is there: nothing is read. */
size_t
measured(void)
{
    struct node *node = malloc(sizeof *node);
    long *value = &node->value;
    size_t size = sizeof node->value;
    free(node);
    return value != NULL ? size : 0;
}
