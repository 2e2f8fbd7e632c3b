// Volatile fields.
#include "access.h"

typedef struct Register {
    volatile unsigned enable : 1;
    volatile unsigned mode : 3;
    volatile unsigned divider : 12;
    volatile unsigned reserved : 16;
} Register;
#define Register_FIELDS(F) F(Register, enable, enable) F(Register, mode, mode) F(Register, divider, divider) F(Register, reserved, reserved)
PROGRAM(Register)

typedef volatile struct Device {
    unsigned char ready : 1;
    unsigned char error : 2;
    unsigned char code : 5;
} Device;
#define Device_FIELDS(F) F(Device, ready, ready) F(Device, error, error) F(Device, code, code)
PROGRAM(Device)
