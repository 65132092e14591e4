/* A method that fails with SystemError on each instance: that says nothing about subclasses
 * of other modules. */
#define NAME clean_system_error
#define FAILS_ON_ALL_INSTANCES
#include "class.h"
