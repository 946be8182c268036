import { toPrintable } from '../../terminal-text.js'

const maxLength = 120

/** What was kept of a session, in one line for the person: not for the model, which reads the memories themselves. */
export function describeReceipt(text: string, id: string, told: number): string {
  const brought = told === 0 ? '' : ` It was told ${told} ${told === 1 ? 'memory' : 'memories'}.`
  return `World Weaver kept of the last session: “${openingOf(text)}”${brought} To see: ww hooks --last. To take it back: ww undo ${id}`
}

/** The first words that say something, on one line: a heading such as "Asked:" says nothing. */
export function openingOf(text: string): string {
  const lines = text.split('\n').map((line) => line.replace(/^[-*#\s]+/, '').trim())
  const said = lines.find((line) => line !== '' && !/^\p{L}+:$/u.test(line)) ?? ''
  const whole = toPrintable(said)
  return whole.length > maxLength ? `${whole.slice(0, maxLength - 1).trimEnd()}…` : whole
}
