/* A library that calls back when a pot is closed. */
#ifndef POTS_H
#define POTS_H

struct pot {
    int (*on_close)(void *data);
    void *data;
};

void pot_open(struct pot *pot, int (*on_close)(void *data), void *data);
int pot_close(struct pot *pot);

#endif
