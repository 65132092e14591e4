#define POINTS_TO_STATE
#include "interface.h"

INTERFACE_MODULE(capsule_into_state)
