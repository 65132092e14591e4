#ifndef MAP_H
#define MAP_H

int map_call(int i);
int map_count(void);

#endif
