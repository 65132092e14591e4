#ifndef COUNT_H
#define COUNT_H

extern int n_calls;

int count_processors(void);

#endif
