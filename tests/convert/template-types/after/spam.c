#define NAME "spam"
#define INIT PyInit_spam
#include "template.h"
