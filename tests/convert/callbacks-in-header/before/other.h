#ifndef OTHER_H
#define OTHER_H

typedef struct {
    int n;
} Other;

#endif
