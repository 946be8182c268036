import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { timeGrowth } from '../../../test/support/growth.js'
import { isDuplicate } from './duplicates.js'

describe('[CON2] a text is the same', () => {
  test.each([
    ['Fixed the login bug.', 'fixed login bug'],
    ['Fixed the login bug', 'Fixed a login bug!'],
    ['  Deployed\n\tto production ', 'Deployed to production'],
    ['DEPLOYED TO PRODUCTION', 'Deployed to production'],
    ['Please restart the server.', 'Restart the server'],
    ['Hello, restart the server, thanks!', 'restart the server'],
    ['Thank you! Restart the server.', 'Restart the server.'],
    ["The build can't run", 'The build cannot run'],
    ['The build can’t run', "The build can't run"],
    ['It doesn’t work', 'It does not work'],
    ['A well-known problem', 'a well known problem'],
    ['Tests (all of them) pass', 'Tests, all of them, pass'],
    ['**Done**: tests pass', 'Done: tests pass'],
    ['- Tests pass', 'Tests pass'],
    ['Disk is full at 5GB', 'Disk is full at 5 GB'],
    ['What is the port?', 'what is the port'],
    ['Fixed login…', 'Fixed login'],
    ['Temperature is −5 degrees', 'Temperature is -5 degrees'],
    ['使用 Docker 部署。', '使用Docker部署'],
    ['Der Server läuft.', 'der server läuft'],
    ['Fixed the API', 'fixed the api'],
    ['Bob called. We like Bob.', 'bob called. we like bob'],
    ['Deploy now; then deploy again', 'deploy now, then deploy again'],
  ])('%j is %j', (a, b) => {
    expect(isDuplicate(a, b)).toBe(true)
    expect(isDuplicate(b, a)).toBe(true)
  })
})

describe('[CON2] a text says something else', () => {
  test.each([
    ['Changed the button from blue to green', 'Changed the button from green to blue'],
    ['Server listens on 8080', 'Server listens on 8081'],
    ['Agents can read notes', 'Agents cannot read notes'],
    ['Agents can read notes', "Agents can't read notes"],
    ['Released v1.2.3', 'Released v1.2.4'],
    ['Alice owes Bob', 'Bob owes Alice'],
    ['implemented login', 'fixed login'],
    ['implemented login', 'removed login'],
    ['fixed login', 'removed login'],
    ['Run it before the deploy', 'Run it after the deploy'],
    ['Coffee with sugar', 'Coffee without sugar'],
    ['Turned the flag on', 'Turned the flag off'],
    ['latency > 5 ms', 'latency < 5 ms'],
    ['latency >5', 'latency <5'],
    ['The change is +5 percent', 'The change is -5 percent'],
    ['The change is 5 percent', 'The change is -5 percent'],
    ['a + b', 'a - b'],
    ['5 - 3', '5 3'],
    ['10-20 users', '10 20 users'],
    ['Set the title to "The End"', 'Set the title to "End"'],
    ['Renamed `Cat` to `cat`', 'Renamed `cat` to `Cat`'],
    ['Renamed getuser to getUser', 'Renamed getUser to getuser'],
    ['Renamed user to User', 'Renamed User to user'],
    ['User was renamed to user', 'user was renamed to User'],
    ['Edited src/app.ts', 'Edited src/App.ts'],
    ['Edited src/app.ts', 'Edited test/app.ts'],
    ['Needs 5 GB', 'Needs 5 MB'],
    ['Needs 5 Mb', 'Needs 5 MB'],
    ['Ran rm -r', 'Ran rm -R'],
    ['Push with --force', 'Push with force'],
    ['We deploy on Friday?', 'We deploy on Friday'],
    ['All tests pass', 'Not all tests pass'],
    ['No tests fail', 'Tests fail'],
    ['Nobody came', 'Everybody came'],
    ['He owes me', 'I owe him'],
    ['Ask the IT people', 'Ask the it people'],
    ['Team A won', 'Team B won'],
    ['Team A won', 'Team won'],
    ['Wrote to please Bob', 'Wrote to Bob'],
    ['Deploy 👍', 'Deploy 👎'],
    ['x is 10²', 'x is 102'],
    ['It costs $5', 'It costs €5'],
    ['Load is 5%', 'Load is 5'],
    ['Used C++', 'Used C#'],
    ['deploys', 'deployed'],
    ['Das ist schön', 'Das ist schon'],
    ['把颜色从蓝改成绿', '把颜色从绿改成蓝'],
    ['她没有来', '她来'],
    ['...', '!!!'],
    ['Thanks!', 'Hello!'],
    ['The', 'a'],
  ])('%j is not %j', (a, b) => {
    expect(isDuplicate(a, b)).toBe(false)
    expect(isDuplicate(b, a)).toBe(false)
  })
})

const harmless = /^(?:an?|the|please|kindly|hi|hello|hey|thanks|thank|cannot|.*n'?t)$/
const contentWord = fc
  .string({ unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'), minLength: 2, maxLength: 9 })
  .filter((word) => !harmless.test(word))
const sentence = fc.array(contentWord, { minLength: 2, maxLength: 12 })

describe('duplicates', () => {
  test('[CON2] every text is its own duplicate', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => isDuplicate(text, text)))
  })

  test('[CON2] the comparison is symmetric', () => {
    const noisy = fc.array(fc.oneof(contentWord, fc.constantFrom('the', 'Please', '-', '?', '5', "can't", '"x"', 'A')))
    const text = noisy.map((words) => words.join(' '))
    fc.assert(fc.property(text, text, (a, b) => isDuplicate(a, b) === isDuplicate(b, a)))
  })

  test('[CON2] two content words that change places make another text', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.nat(), (words, i, j) => {
        const [from, to] = [i % words.length, j % words.length]
        fc.pre(words[from] !== words[to])
        const swapped = words.with(from, words[to]!).with(to, words[from]!)
        return !isDuplicate(words.join(' '), swapped.join(' '))
      }),
    )
  })

  test('[CON2] another digit makes another text, at any position', () => {
    const around = fc.string({ unit: fc.constantFrom(...'ab 0.,-/:"\'v(#%`') })
    fc.assert(
      fc.property(around, around, fc.nat(9), fc.nat(9), (before, after, one, other) => {
        fc.pre(one !== other)
        return !isDuplicate(before + one + after, before + other + after)
      }),
      { numRuns: 1000 },
    )
  })

  test('[CON2] an added negation makes another text', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), fc.constantFrom('not', 'no', 'never', 'without'), (words, at, negation) => {
        const negated = words.toSpliced(at % (words.length + 1), 0, negation)
        return !isDuplicate(words.join(' '), negated.join(' '))
      }),
    )
  })

  test('[CON2] time grows with the length of a text, not with its square', async () => {
    for (const unit of ['.', '"', "'", '`', '-', '(', 'a-', "n't ", ' .', '“', '?', 'x, thanks ']) {
      const textOf = (length: number) => unit.repeat(length / unit.length)
      const growth = await timeGrowth(textOf(12_500), textOf(100_000), (text) =>
        expect(isDuplicate(`${text}1`, `${text}2`)).toBe(false),
      )
      expect(growth, unit).toBeLessThan(32)
    }
  })

  test('[CON2] articles, white space and full stops make no difference', () => {
    fc.assert(
      fc.property(sentence, fc.nat(), (words, at) => {
        const spread = words.toSpliced(at % (words.length + 1), 0, 'the')
        return isDuplicate(words.join(' '), `${spread.join('  ')}.`)
      }),
    )
  })
})
