/* Another compiler has this header. */
#ifdef __clang__
#include <no-such-header.h>
#endif

int entry(int n);

int
entry(int n)
{
    return n;
}
