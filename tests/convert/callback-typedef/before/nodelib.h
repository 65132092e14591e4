#ifndef NODELIB_H
#define NODELIB_H

/* Called for each number. */
typedef int (*nodelib_visit)(int number, void *data);

int nodelib_walk(int n, nodelib_visit visit, void *data);
void nodelib_on_event(nodelib_visit visit, void *data);
int nodelib_fire(int number);

#endif
