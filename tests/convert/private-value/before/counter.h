#ifndef COUNTER_H
#define COUNTER_H

enum level { LEVEL_LOW = 2, LEVEL_HIGH };

int next_number(void);
int next_kind(void);
int next_level(void);
int next_step(void);

#endif
