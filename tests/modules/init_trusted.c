#define NAME init_trusted
#define TRUSTS_INIT
#include "link.h"
