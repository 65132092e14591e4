#define NAME clean_free_list
#include "free_list.h"
