#include "edits.h"

static size_t n_edits;

size_t
edits_count(size_t n)
{
    n_edits += n;
    return n_edits;
}
