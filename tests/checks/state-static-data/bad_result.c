/* Written through what a function gives away. */
#include "../module.h"

struct settings {
    int level;
};

static struct settings settings;  // want: state-static-data
static int table[4];  // want: state-static-data
static struct settings only_read;

static struct settings *
get_settings(void)
{
    return &settings;
}

static int *
get_table(void)
{
    return table;
}

static const struct settings *
get_read(void)
{
    return &only_read;
}

PyObject *
spam_set(PyObject *module, PyObject *arg)
{
    struct settings *now = get_settings();
    now->level = (int)PyLong_AsLong(arg);
    get_table()[1] = now->level;
    return PyLong_FromLong(get_read()->level);
}
