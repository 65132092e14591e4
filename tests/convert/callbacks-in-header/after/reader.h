#ifndef READER_H
#define READER_H

typedef struct {
    int n;
    char text[8];
} Reader;

#endif
