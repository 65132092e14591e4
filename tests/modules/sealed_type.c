/* A type that refuses instantiation, and of which nothing returns an instance: Python code
 * cannot make one, so there is none to look at. */
#define MODULE_NAME "sealed_type"
#define FACTORY 0
#include "sealed.h"

MODULE(sealed_type, execute, methods, OWN_GIL)
