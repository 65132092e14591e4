#include "count.h"

static counter seen;

int
count_add(int symbol)
{
    if (symbol < 0 || symbol > LAST) {
        return -1;
    }
    seen.recent[seen.total[symbol] % DEPTH] = symbol;
    return ++seen.total[symbol];
}

int
count_of(int symbol)
{
    return symbol < 0 || symbol >= SYMBOLS ? 0 : seen.total[symbol];
}
