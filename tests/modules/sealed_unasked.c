/* A type that refuses instantiation, and a function that might return an instance: it was
 * never called in the right way, so nobody knows what instances do. */
#define MODULE_NAME "sealed_unasked"
#define FACTORY 1
#include "sealed.h"

MODULE(sealed_unasked, execute, methods, OWN_GIL)
