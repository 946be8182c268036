import { expect, test } from 'vitest'
import type { SessionCall } from './session-event.js'
import { summariseSession } from './summarise-session.js'

const isIgnored = (path: string) => path.startsWith('private/')

function summaryOf(...calls: readonly SessionCall[]): string | undefined {
  const asked = { from: 'user', text: 'The payroll import fails, please look into it', at: null } as const
  const events = [asked, ...calls.map((call) => ({ from: 'tool', call, at: null }) as const)]
  return summariseSession(events, { remembered: [], isIgnored })?.text
}

const failed = (input: SessionCall['input']): SessionCall => ({
  tool: 'Read',
  input,
  output: 'Error: permission denied',
  failed: true,
})

test('[HOK9] a failed call on an ignored path is not listed among the errors', () => {
  expect(summaryOf(failed({ file_path: 'private/salaries.csv' }), failed({ file_path: 'src/payroll.ts' }))).toBe(
    [
      'Asked:',
      '- The payroll import fails, please look into it',
      'Errors:',
      '- Read src/payroll.ts failed: Error: permission denied; not solved',
    ].join('\n'),
  )
})

test('[HOK9] nor is one whose arguments are JSON text, as Codex CLI writes them', () => {
  expect(summaryOf(failed('{"file_path":"private/salaries.csv"}'))).toBe(
    'Asked:\n- The payroll import fails, please look into it',
  )
})
