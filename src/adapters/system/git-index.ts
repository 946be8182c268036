interface Entries {
  readonly paths: readonly string[]
  /** Tracked, but left out of the working tree (sparse checkout). */
  readonly skipped: readonly string[]
}

const headerBytes = 12
/** Times, device, owner and size; the object's name, of 20 or 32 bytes, comes next. */
const statusBytes = 40
const modeAt = 24
const knownModes = new Set([0o100644, 0o100755, 0o120000, 0o160000, 0o040000])
const isExtended = 0x4000
const isSkipped = 0x4000

/**
 * The tracked files from git's index: https://git-scm.com/docs/index-format, versions 2 to 4. Undefined for other formats
 * and for a split index. Running git instead would execute what the repository configures.
 */
export function readGitIndex(bytes: Buffer): Entries | undefined {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 4) !== 'DIRC') return undefined
  const version = bytes.readUInt32BE(4)
  if (version < 2 || version > 4) return undefined
  return readEntries(bytes, version, 20) ?? readEntries(bytes, version, 32)
}

function readEntries(bytes: Buffer, version: number, hash: number): Entries | undefined {
  const paths: string[] = []
  const skipped: string[] = []
  // The file ends with a checksum as long as an object's name.
  const end = bytes.length - hash
  let at = headerBytes
  // As bytes, because version 4 may cut a name within a character.
  let name = Buffer.alloc(0)
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flagsAt = at + statusBytes + hash
    if (flagsAt + 4 > end || !knownModes.has(bytes.readUInt32BE(at + modeAt))) return undefined
    const flags = bytes.readUInt16BE(flagsAt)
    const hasMoreFlags = (flags & isExtended) !== 0
    const moreFlags = hasMoreFlags ? bytes.readUInt16BE(flagsAt + 2) : 0
    let nameAt = flagsAt + (hasMoreFlags ? 4 : 2)
    let shared = 0
    if (version === 4) {
      const dropped = readOffset(bytes, nameAt)
      if (dropped === undefined || dropped.value > name.length) return undefined
      shared = name.length - dropped.value
      nameAt = dropped.next
    }
    const nameEnd = bytes.indexOf(0, nameAt)
    if (nameEnd < 0 || nameEnd >= end) return undefined
    name = Buffer.concat([name.subarray(0, shared), bytes.subarray(nameAt, nameEnd)])
    const path = name.toString('utf8')
    paths.push(path)
    if ((moreFlags & isSkipped) !== 0) skipped.push(path)
    // Up to version 3 an entry is padded to a multiple of eight bytes, with one at least.
    at = version === 4 ? nameEnd + 1 : at + Math.ceil((nameEnd + 1 - at) / 8) * 8
  }
  return isSplit(bytes, at, end) ? undefined : { paths, skipped }
}

/** Git's variable-length offset: seven bits per byte, plus one for each further byte. */
function readOffset(bytes: Buffer, from: number): { readonly value: number; readonly next: number } | undefined {
  let at = from
  let value = bytes[at] & 0x7f
  while ((bytes[at] & 0x80) !== 0) {
    at++
    if (at >= bytes.length || value > bytes.length) return undefined
    value = (value + 1) * 128 + (bytes[at] & 0x7f)
  }
  return { value, next: at + 1 }
}

/** The extension `link` refers to another index with the rest. */
function isSplit(bytes: Buffer, from: number, end: number): boolean {
  for (let at = from; at + 8 <= end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (bytes.toString('latin1', at, at + 4) === 'link') return true
  }
  return false
}
