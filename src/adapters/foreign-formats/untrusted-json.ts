import { isObject } from '../../plain-object.js'

/** JSON of another program: anything may be missing or of another type. */
export type Untrusted = Readonly<Record<string, unknown>>

/** Undefined if the text is not a JSON object. */
export function parseObject(text: string): Untrusted | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const objectIn = (from: Untrusted | undefined, key: string): Untrusted | undefined => {
  const value = from?.[key]
  return isObject(value) ? value : undefined
}

export const objectsIn = (from: Untrusted | undefined, key: string): readonly Untrusted[] => {
  const value = from?.[key]
  return Array.isArray(value) ? value.filter(isObject) : []
}

export const textsIn = (from: Untrusted | undefined, key: string): readonly string[] => {
  const value = from?.[key]
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

/** Undefined if it is missing or blank. */
export const textIn = (from: Untrusted | undefined, key: string): string | undefined => {
  const value = from?.[key]
  return typeof value === 'string' && value.trim() !== '' ? value : undefined
}

/** A text unchanged, or a number of seconds since 1970 as ISO 8601; null for anything else. */
export function timeIn(from: Untrusted | undefined, key: string): string | null {
  const value = from?.[key]
  if (typeof value === 'string' && value.trim() !== '') return value
  if (typeof value !== 'number' || value <= 0) return null
  const time = new Date(value * 1000)
  return Number.isNaN(time.getTime()) ? null : time.toISOString()
}
