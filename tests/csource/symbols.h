#ifndef SYMBOLS_H
#define SYMBOLS_H
static int header_static = 1;
int inline_prototype(int n);
static inline int
inline_in_header(int n)
{
    return n + header_static;
}
#endif
