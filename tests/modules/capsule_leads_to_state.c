#define LETS_THE_MODULE_GO
#include "interface.h"

INTERFACE_MODULE(capsule_leads_to_state)
