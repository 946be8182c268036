import { crc32, deflateRawSync } from 'node:zlib'

/** An archive of one file, as https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT has it, some bytes changed. */
export function zipOf(
  name: string,
  text: string,
  changes: readonly { readonly at: number; readonly byte: number }[],
): Buffer {
  const [file, bytes] = [Buffer.from(name), Buffer.from(text)]
  const packed = deflateRawSync(bytes)
  // From the version that is needed to the lengths of the name and of what comes after it.
  const common = Buffer.alloc(26)
  common.writeUInt16LE(20, 0)
  common.writeUInt16LE(8, 4)
  common.writeUInt32LE(crc32(bytes), 10)
  common.writeUInt32LE(packed.length, 14)
  common.writeUInt32LE(bytes.length, 18)
  common.writeUInt16LE(file.length, 22)
  const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), common, file, packed])
  const entry = Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), common, Buffer.alloc(14), file])
  const end = Buffer.alloc(18)
  end.writeUInt16LE(1, 4)
  end.writeUInt16LE(1, 6)
  end.writeUInt32LE(entry.length, 8)
  end.writeUInt32LE(local.length, 12)
  const whole = Buffer.concat([local, entry, Buffer.from('PK\u0005\u0006'), end])
  for (const { at, byte } of changes) whole[(whole.length + at) % whole.length] = byte
  return whole
}
