import { describe, expect, test } from 'vitest'
import type { SessionCall, SessionEvent } from './session-event.js'
import { summariseSession } from './summarise-session.js'

const isIgnored = (path: string) => /^(?:\.\/)?private\//.test(path)
const says = (from: 'user' | 'agent', text: string): SessionEvent => ({ from, text, at: null })
const uses = (tool: string, input: SessionCall['input'], output = '', failed = false): SessionEvent => ({
  from: 'tool',
  at: null,
  call: { tool, input, output, failed },
})
const summaryOf = (events: readonly SessionEvent[], remembered: readonly string[] = []) =>
  summariseSession(events, { remembered, isIgnored, folder: '/home/ada/shop' })?.text
const asked = says('user', 'The payroll import fails, please look into it')

describe('[HOK9] of an ignored path', () => {
  const failed = (input: SessionCall['input']) =>
    uses('Read', input, 'Error: payroll permission denied on import', true)

  test('[HOK9] a failed call is not listed among the errors', () => {
    expect(
      summaryOf([asked, failed({ file_path: 'private/salaries.csv' }), failed({ file_path: 'src/payroll.ts' })]),
    ).toBe(
      [
        'Asked:',
        '- The payroll import fails, please look into it',
        'Errors:',
        '- Read src/payroll.ts failed: Error: payroll permission denied on import; not solved',
      ].join('\n'),
    )
  })

  test('[HOK9] nor is one whose arguments are JSON text, as Codex CLI writes them', () => {
    expect(summaryOf([asked, failed('{"file_path":"private/salaries.csv"}')])).toBeUndefined()
  })

  test('[HOK9] nor is a file that a patch changed', () => {
    const patch = '*** Begin Patch\n*** Update File: private/salaries.csv\n@@\n-a\n+b\n*** End Patch'
    const text = summaryOf([
      asked,
      uses('apply_patch', patch),
      uses('Edit', { file_path: '/home/ada/shop/src/pay.ts' }),
    ])
    expect(text).toContain('- src/pay.ts')
    expect(text).not.toContain('salaries')
  })

  test.each([
    ['a command', { command: 'cat private/salaries.csv' }],
    [
      'a command that ends in another',
      { command: 'cd src && grep -c payroll "../shop/x" private/salaries.csv | head' },
    ],
    ['an option', { command: 'import --from=private/salaries.csv' }],
    ['a list, as Codex CLI writes it', { command: ['bash', '-lc', 'head -3 ./private/salaries.csv'] }],
    ['the folder alone', { command: 'ls private' }],
  ])('[HOK9] nor the output of %s that names one', (_, input) => {
    const text = summaryOf([asked, failed(input as SessionCall['input']), failed({ file_path: 'src/payroll.ts' })])
    expect(text).toContain('src/payroll.ts')
    expect(text).not.toContain('private')
    expect(text).not.toContain('salaries')
  })

  test('[HOK9] nor a line of an output, a request or a sentence that names one', () => {
    const text = summaryOf([
      asked,
      uses('Bash', { command: 'pnpm test payroll' }, 'Error: payroll import: private/salaries.csv:41 is denied', true),
      says('agent', 'The root cause was that `private/salaries.csv` has no last line.'),
      says('agent', 'The fix is in the parser, because private/salaries.csv:41: was cut.'),
      says('user', 'Always look at @private/salaries.csv before the payroll import.'),
      says('agent', 'The root cause of the rest was a private helper in src/payroll.ts.'),
      uses('Edit', { file_path: '/home/ada/shop/src/payroll.ts' }),
    ])
    expect(text).toContain('a private helper in src/payroll.ts')
    expect(text).not.toContain('salaries')
    expect(text).not.toContain('private/')
  })
})

describe('[HOK23] what a session leaves', () => {
  test('[HOK23] the cause that was found on the way and the report at the end, not what was announced', () => {
    const text = summaryOf([
      asked,
      says('agent', "I'll start with src/payroll.ts and its tests."),
      uses('Bash', { command: 'pnpm test' }),
      says('agent', 'The parser drops the last line because the file ends without a line break.'),
      uses('Edit', { file_path: '/home/ada/shop/src/payroll.ts' }),
      says(
        'agent',
        'Fixed. `readLines` now yields what follows the last break. All 12 tests pass. Let me know if you need more!',
      ),
    ])
    expect(text).toBe(
      [
        'Asked:',
        '- The payroll import fails, please look into it',
        'Settled:',
        '- The parser drops the last line because the file ends without a line break.',
        '- `readLines` now yields what follows the last break.',
        'Changed:',
        '- src/payroll.ts',
      ].join('\n'),
    )
  })

  test('[HOK23] what was chosen of several offers, and what was not', () => {
    const text = summaryOf([
      says('user', 'Where should the session tokens live?'),
      says(
        'agent',
        'Two ways:\n\n1. Redis: fast, one more server.\n2. A table in Postgres: nothing new to run.\n\nWhich one?',
      ),
      says('user', '2'),
      says('agent', 'Good.'),
    ])
    expect(text).toContain('- Not chosen: Redis: fast, one more server.')
    expect(text).toContain('- Chosen: A table in Postgres: nothing new to run.')
  })

  test('[HOK23] what the person took back is left out with what the agent made of it', () => {
    const text = summaryOf([
      asked,
      uses('Bash', { command: 'pnpm test' }),
      says('agent', 'The cause is the cookie domain, which the proxy changes.'),
      says('user', "no, that's not it"),
      uses('Bash', { command: 'timedatectl' }),
      says('agent', 'The clock of web-07 is 90 s behind, so tokens look as if they were issued in the future.'),
    ])
    expect(text).not.toContain('cookie')
    expect(text).toContain('web-07')
  })

  test('[HOK23] what is left open has a section of its own', () => {
    const text = summaryOf([
      asked,
      uses('Edit', { file_path: 'src/payroll.ts' }),
      says('agent', 'Staging has it. The import of February has to be run again on production.'),
    ])
    expect(text).toContain('Open:\n- The import of February has to be run again on production.')
  })

  test('[HOK23] nothing where the agent only explained something and no tool ran', () => {
    const question = says('user', 'What is the difference between a merge and a rebase in git?')
    const answer = says(
      'agent',
      'A merge keeps both histories. A rebase gives commits new hashes because it replays them.',
    )
    expect(summaryOf([question, answer])).toBeUndefined()
    expect(summaryOf([question])).toBeUndefined()
  })

  test('[HOK23] nothing where work was only announced', () => {
    const look = uses('Read', { file_path: 'webpack.config.js' }, 'module.exports = {}')
    expect(summaryOf([asked, says('agent', "I'll look at the configuration first."), look])).toBeUndefined()
  })

  test('[HOK23] a language without listed phrases is read by the place of its sentences', () => {
    const text = summaryOf([
      says('user', 'Les visiteurs anglais voient la page d’accueil en français, peux-tu regarder ?'),
      says('agent', 'Je regarde le cache.'),
      uses('Edit', { file_path: 'src/cache.php' }),
      says('agent', 'La clé du cache contient maintenant la langue négociée avec le visiteur.'),
    ])
    expect(text).toContain('- La clé du cache contient maintenant la langue négociée avec le visiteur.')
    expect(text).not.toContain('regarde le cache')
  })
})

describe('[HOK25] what is known already', () => {
  const rules = '# Shop\n- Always run `make lint` before you commit.\n- We use pnpm, never npm or yarn.\n'

  test('[HOK25] a rule of the project is not kept again, whoever repeats it', () => {
    const text = summaryOf(
      [
        says('user', 'We use pnpm, never npm or yarn. The payroll import must never run twice.'),
        uses('Edit', { file_path: 'src/payroll.ts' }),
        says('agent', 'The import takes a lock now, so that it runs once. I always run `make lint` before I commit.'),
      ],
      [rules],
    )
    expect(text).toContain('must never run twice')
    expect(text).toContain('takes a lock now')
    expect(text).not.toContain('pnpm')
    expect(text).not.toContain('make lint')
  })

  test('[HOK25] a long text that is known does not swallow what uses its words anew', () => {
    const page = Array.from({ length: 60 }, (_, n) => `Rule ${n}: the import, the clock and the server of unit ${n}.`)
    const said = says('agent', 'The import of the server failed because its clock was behind.')
    expect(summaryOf([asked, uses('Bash', { command: 'date' }), said], [page.join('\n')])).toContain('clock was behind')
  })

  test('[HOK25] the agent’s mistakes with its own tools are no errors of the project', () => {
    const text = summaryOf([
      asked,
      uses(
        'Edit',
        { file_path: 'src/payroll.ts' },
        '<tool_use_error>File has not been read yet.</tool_use_error>',
        true,
      ),
      uses(
        'Bash',
        { command: 'ls payroll/import' },
        'ls: cannot access payroll/import: No such file or directory',
        true,
      ),
      uses('Edit', { file_path: 'src/payroll.ts' }),
    ])
    expect(text).not.toContain('Errors:')
  })
})

describe('[HOK23] a failure that was the problem', () => {
  const asks = says('user', 'the tests hang on eight workers')
  const command = { command: 'uv run pytest -n 8' }
  const hangs = uses('Bash', command, 'tests/test_store.py::test_copy [gw3]\nTimeout: exit code 124', true)
  const passes = uses('Bash', command, '212 passed')
  const fix = uses('Edit', { file_path: 'pyproject.toml' })

  test('[HOK23] is kept when it came before any change and a change solved it, with a second line if the first says little', () => {
    expect(summaryOf([asks, hangs, fix, passes])).toContain(
      'Bash uv run pytest -n 8 failed: tests/test_store.py::test_copy [gw3]; then worked after a change of pyproject.toml',
    )
    const closing = uses('Bash', command, 'ERROR:\n  Code: Unavailable\n  Message: transport is closing', true)
    expect(summaryOf([asks, closing, fix, passes])).toContain(
      'failed: ERROR: Code: Unavailable Message: transport is closing; then',
    )
  })

  test('[HOK23] not a test that fails until its code is written', () => {
    const test = uses('Edit', { file_path: 'tests/test_copy.py' })
    expect(summaryOf([asks, test, hangs, fix, passes])).not.toContain('failed')
  })
})
