#include "nodelib.h"

static nodelib_visit handler;
static void *handler_data;

int
nodelib_walk(int n, nodelib_visit visit, void *data)
{
    for (int i = 0; i < n; i++) {
        if (visit(i, data) != 0) {
            return -1;
        }
    }
    return 0;
}

void
nodelib_on_event(nodelib_visit visit, void *data)
{
    handler = visit;
    handler_data = data;
}

int
nodelib_fire(int number)
{
    return handler == 0 ? 0 : handler(number, handler_data);
}
