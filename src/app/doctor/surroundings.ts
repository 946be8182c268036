import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { findExposed } from '../../adapters/system/private-folder.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'
import { bytes } from '../../surfaces/cli/quantities.js'

const minNode = [20, 19] as const
const mebibyte = 1024 ** 2

export function checkNode(version = process.versions.node): Finding {
  const [major, minor] = version.split('.').map(Number)
  const isOk = major > minNode[0] || (major === minNode[0] && minor >= minNode[1])
  if (isOk) return { check: 'Node.js', status: 'ok', detail: version }
  return {
    check: 'Node.js',
    status: 'problem',
    detail: `${version} is too old`,
    mend: `Install Node.js ${minNode.join('.')} or newer: https://nodejs.org`,
  }
}

export function checkDataDirectory(dataDir: string): Finding {
  const check = 'data directory'
  const existing = nearestExisting(dataDir)
  const choose = 'or choose another folder with WW_DATA_DIR'
  if (!statSync(existing).isDirectory()) {
    const mend = `Move ${existing} away, ${choose}.`
    return { check, status: 'problem', detail: `${existing} is a file, not a folder`, mend }
  }
  if (!isWritable(existing)) {
    const mend = `Give yourself the right to write (chmod u+rwx "${existing}"), ${choose}.`
    return { check, status: 'problem', detail: `${existing} cannot be written`, mend }
  }
  if (existing !== dataDir) {
    return { check, status: 'ok', detail: `${dataDir} does not exist yet; the first memory makes it` }
  }
  const [exposed, ...more] = findExposed(dataDir)
  if (exposed === undefined) return { check, status: 'ok', detail: dataDir }
  const detail = `${exposed}${more.length === 0 ? '' : ` and ${more.length} more`} can be read by other users of this machine`
  const mend = `Keep your memories to yourself: chmod -R go= "${dataDir}". The next start does so, where it may.`
  return { check, status: 'warning', detail, mend }
}

export function checkDisk(dataDir: string): Finding {
  const { bavail, bsize } = statfsSync(nearestExisting(dataDir))
  const free = bavail * bsize
  const detail = `${bytes(free)} free`
  const mend = 'Free some space, or move the data directory to a larger disk with WW_DATA_DIR.'
  if (free < 100 * mebibyte) return { check: 'disk', status: 'problem', detail, mend }
  if (free < 1024 * mebibyte) return { check: 'disk', status: 'warning', detail, mend }
  return { check: 'disk', status: 'ok', detail }
}

function nearestExisting(path: string): string {
  let current = path
  while (!existsSync(current) && dirname(current) !== current) current = dirname(current)
  return current
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return true
  } catch {
    return false
  }
}
