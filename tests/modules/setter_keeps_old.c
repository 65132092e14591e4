#define NAME setter_keeps_old
#define KEEPS_THE_OLD_CONTENT
#include "references.h"
