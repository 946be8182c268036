import { closeSync, openSync, readSync, statSync, writeSync } from 'node:fs'
import type { Random } from '../support/random.js'

export const pageBytes = 4096

/** Bytes that mean nothing. */
export const noise = (random: Random, length: number): Uint8Array =>
  Uint8Array.from({ length }, () => random.below(256))

export function overwrite(path: string, bytes: Uint8Array, at: number): void {
  const file = openSync(path, 'r+')
  try {
    writeSync(file, bytes, 0, bytes.length, at)
  } finally {
    closeSync(file)
  }
}

export function readPart(path: string, at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  const file = openSync(path, 'r')
  try {
    return bytes.subarray(0, readSync(file, bytes, 0, length, at))
  } finally {
    closeSync(file)
  }
}

export const sizeOf = (path: string): number => statSync(path).size
