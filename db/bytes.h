// Little-endian numbers in byte buffers, independent of the byte order of the machine.
#ifndef KAURI_DB_BYTES_H
#define KAURI_DB_BYTES_H

#include <stdint.h>

static inline uint16_t kauri_load_u16(const uint8_t *from)
{
    return (uint16_t)(from[0] | from[1] << 8);
}

static inline uint32_t kauri_load_u32(const uint8_t *from)
{
    return (uint32_t)from[0] | (uint32_t)from[1] << 8 | (uint32_t)from[2] << 16 |
           (uint32_t)from[3] << 24;
}

static inline uint64_t kauri_load_u64(const uint8_t *from)
{
    return (uint64_t)kauri_load_u32(from) | (uint64_t)kauri_load_u32(from + 4) << 32;
}

static inline int32_t kauri_load_i32(const uint8_t *from)
{
    return (int32_t)kauri_load_u32(from);
}

static inline void kauri_store_u16(uint8_t *to, uint16_t number)
{
    to[0] = (uint8_t)number;
    to[1] = (uint8_t)(number >> 8);
}

static inline void kauri_store_u32(uint8_t *to, uint32_t number)
{
    to[0] = (uint8_t)number;
    to[1] = (uint8_t)(number >> 8);
    to[2] = (uint8_t)(number >> 16);
    to[3] = (uint8_t)(number >> 24);
}

static inline void kauri_store_u64(uint8_t *to, uint64_t number)
{
    kauri_store_u32(to, (uint32_t)number);
    kauri_store_u32(to + 4, (uint32_t)(number >> 32));
}

static inline void kauri_store_i32(uint8_t *to, int32_t number)
{
    kauri_store_u32(to, (uint32_t)number);
}

#endif
