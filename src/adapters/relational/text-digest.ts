import { crc32 } from 'node:zlib'

/** Of what never changes under an id (COM15). CRC-32 sees whatever a disk does to it, short of malice. */
export const digestOf = (id: string, text: string): number => crc32(text, crc32(id))
