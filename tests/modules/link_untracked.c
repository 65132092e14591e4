#define NAME link_untracked
#define LEAVES_UNTRACKED
#include "link.h"
