#define NAME free_list_trusts
#define TRUSTS_THE_ALLOCATOR
#include "free_list.h"
