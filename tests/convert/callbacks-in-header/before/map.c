#include <Python.h>

#include "map.h"
#include "other.h"
#include "reader.h"

typedef struct {
    int n;
} Local;

typedef int read_callback(Reader *);
typedef int local_callback(const Local *, int);
typedef int plain_callback(int);

/* Functions by number. */
static read_callback *readers[4];
static local_callback *locals[4];
static plain_callback *plains[4];
static int map_is_ready = 0;

static int
read_n(Reader *reader)
{
    return reader->n;
}

static int
local_n(const Local *local, int i)
{
    return local->n + i;
}

static int
plain_n(int n)
{
    return n;
}

static void
fill(void)
{
    for (int i = 0; i < 4; i++) {
        readers[i] = read_n;
        locals[i] = local_n;
        plains[i] = plain_n;
    }
    map_is_ready = 1;
}

int
map_call(int i)
{
    Reader reader = {i, "a"};
    Local local = {i};
    Other other = {i};
    if (!map_is_ready) {
        fill();
    }
    return readers[i & 3](&reader) + locals[i & 3](&local, other.n) + plains[i & 3](i);
}

int
map_count(void)
{
    return map_is_ready;
}
