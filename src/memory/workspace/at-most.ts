/** The beginning of a text: whole characters only, and the mark says that there is more. */
export function atMost(text: string, most: number): string {
  const characters = Array.from(text)
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join('')}…`
}
