import { crc32 } from 'node:zlib'

/** A checksum of a memory's id and text, which never change (COM15). CRC-32 detects damage by a disk, not malice. */
export const digestOf = (id: string, text: string): number => crc32(text, crc32(id))
