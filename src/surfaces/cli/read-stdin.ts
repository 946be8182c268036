import type { Readable } from 'node:stream'
import { invalid } from '../../errors.js'

/** All of standard input, without the final line break. Refuses text that is not UTF-8, which would be stored garbled. */
export async function readText(stdin: Readable, field: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stdin) parts.push(Buffer.from(part))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
    return text.replace(/\r?\n$/, '')
  } catch {
    throw invalid(field, `${field} must be UTF-8 text; standard input is not`)
  }
}
