#define NAME setter_trusted
#define TRUSTS_THE_NEW_CONTENT
#include "references.h"
