#ifndef TABLE_H
#define TABLE_H
extern int counts[4];
void count(int i);
#endif
