import type { Readable } from 'node:stream'
import { invalid } from '../../errors.js'

/** All of it, without the line break that ends the last line. Text that is not UTF-8 would be stored spoilt. */
export async function readText(stdin: Readable, field: string): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stdin) parts.push(Buffer.from(part))
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(parts))
    return text.replace(/\r?\n$/, '')
  } catch {
    throw invalid(field, `${field} must be UTF-8 text; what came from standard input is not`)
  }
}
