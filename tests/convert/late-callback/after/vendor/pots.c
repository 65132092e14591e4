#include "pots.h"

void
pot_open(struct pot *pot, int (*on_close)(void *data), void *data)
{
    pot->on_close = on_close;
    pot->data = data;
}

int
pot_close(struct pot *pot)
{
    return pot->on_close != 0 ? pot->on_close(pot->data) : 0;
}
