#include "interface.h"

INTERFACE_MODULE(clean_interface)
