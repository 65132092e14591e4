/* The CPythons whose headers this machine has. */
#ifndef INSULATE_CSOURCE_HEADERS_H
#define INSULATE_CSOURCE_HEADERS_H

#include "base/arena.h"
#include "model/configuration.h"

/* Look in pyenv's folder ($PYENV_ROOT, ~/.pyenv), in the cache of this project's setup
 * ($INSULATE_CACHE, ~/.cache/insulate) and in the system's include folders.  Nothing is
 * run.  Of one minor version the newest counts, free-threaded builds for themselves. */
struct python_header_list python_headers_list(struct arena *arena);

#endif
