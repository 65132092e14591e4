/* What `doctor` asks binary/, whose model is not that of sources. */
#ifndef INSULATE_COMMANDS_DOCTOR_BINARY_H
#define INSULATE_COMMANDS_DOCTOR_BINARY_H

#include "model/equipment.h"

void doctor_look_for_capstone(struct equipments *found);

#endif
