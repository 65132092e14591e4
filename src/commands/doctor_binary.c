#include "commands/doctor_binary.h"

#include "binary/disassembler.h"

void
doctor_look_for_capstone(struct equipments *found)
{
    struct equipment *item = equipments_add(found, "capstone", "scan of other processors");
    int major = 0, minor = 0;
    const char *lack = disassembler_lack(&major, &minor);
    if (lack != NULL) {
        equipment_set(item, EQUIPMENT_LIMITED, lack,
            "machine code of x86-64 and AArch64 is analysed without it; for i386, "
            "ppc64le, s390x and RISC-V: pip install 'insulate[machines]'");
        return;
    }
    equipment_set(item, EQUIPMENT_FOUND, arena_format(found->arena, "%d.%d", major, minor), NULL);
}
