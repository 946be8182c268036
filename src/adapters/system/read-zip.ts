import { type FileHandle, open } from 'node:fs/promises'
import { createInflateRaw } from 'node:zlib'
import { WorldWeaverError } from '../../errors.js'

export interface ZipEntry {
  readonly name: string
  /** Uncompressed, in bytes. */
  readonly size: number
  bytes(): AsyncIterable<Uint8Array>
}

// https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT, 4.3
const endSignature = 0x06054b50
const entrySignature = 0x02014b50
const endBytes = 22
const maxCommentBytes = 0xffff
const headerBytes = 30
const [stored, deflated] = [0, 8]
/** ZIP64 marks fields of archives of 4 GB and more with this value. */
const zip64Marker = 0xffffffff

/** The entries from the directory at the end of the archive; `bytes` unpacks one on demand. */
export async function readZip(path: string): Promise<readonly ZipEntry[]> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const tail = await readAt(
      file,
      Math.max(0, size - endBytes - maxCommentBytes),
      Math.min(size, endBytes + maxCommentBytes),
    )
    const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
    if (end === -1 || end + endBytes > tail.length || tail.readUInt32LE(end) !== endSignature) throw broken(path)
    const [bytes, from] = [tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)]
    if (from === zip64Marker || from + bytes > size) throw broken(path)
    return parseDirectory(await readAt(file, from, bytes), path)
  } finally {
    await file.close()
  }
}

function parseDirectory(directory: Buffer, path: string): ZipEntry[] {
  const entries: ZipEntry[] = []
  for (let at = 0; at + 46 <= directory.length && directory.readUInt32LE(at) === entrySignature; ) {
    const method = directory.readUInt16LE(at + 10)
    const [packed, size] = [directory.readUInt32LE(at + 20), directory.readUInt32LE(at + 24)]
    const [nameBytes, extra, comment] = [28, 30, 32].map((field) => directory.readUInt16LE(at + field))
    const from = directory.readUInt32LE(at + 42)
    const name = directory.toString('utf8', at + 46, at + 46 + nameBytes)
    entries.push({ name, size, bytes: () => unpack(path, { from, packed, method }) })
    at += 46 + nameBytes + extra + comment
  }
  return entries
}

interface Packed {
  readonly from: number
  readonly packed: number
  readonly method: number
}

async function* unpack(path: string, { from, packed, method }: Packed): AsyncGenerator<Uint8Array> {
  if ((method !== stored && method !== deflated) || packed === zip64Marker) throw broken(path)
  const file = await open(path, 'r')
  try {
    const header = await readAt(file, from, headerBytes)
    // The lengths in this header may differ from those in the directory.
    const start = from + headerBytes + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (packed === 0) return
    const bytes = file.createReadStream({ start, end: start + packed - 1, autoClose: false })
    if (method === stored) yield* bytes
    else yield* bytes.pipe(createInflateRaw())
  } finally {
    await file.close()
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
  return buffer.subarray(0, bytesRead)
}

const broken = (path: string): WorldWeaverError =>
  new WorldWeaverError('validation_error', `Cannot read ${path}: it is not a ZIP archive that can be read`)
