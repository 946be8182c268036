/** V8 makes a slice of 13 characters or more by pointing into the text: kept for long, it keeps all of the text. */
const shortestSlice = 13

/** The same text in memory of its own, for what is kept longer than the text that it was cut from. */
export function ownCopy(text: string): string {
  if (text.length < shortestSlice) return text
  const units: number[] = []
  for (let at = 0; at < text.length; at++) units.push(text.charCodeAt(at))
  return String.fromCharCode(...units)
}
