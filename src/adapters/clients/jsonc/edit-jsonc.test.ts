import { describe, expect, test } from 'vitest'
import { appendItem, removeItems } from './edit-jsonc.js'

const path = ['hooks', 'Stop']
const hook = { hooks: [{ type: 'command', command: 'ww hook stop' }] }
const isOurs = (value: unknown) => JSON.stringify(value) === JSON.stringify(hook)

const others = `{
  "hooks": {
    // mine
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] } // aloud
    ]
  }
}
`

describe('items of a list', () => {
  test('come behind the others, whose comments stay', () => {
    expect(appendItem(others, path, hook)).toBe(`{
  "hooks": {
    // mine
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }, // aloud
      {
        "hooks": [
          {
            "type": "command",
            "command": "ww hook stop"
          }
        ]
      }
    ]
  }
}
`)
  })

  test.each([
    others,
    others.replace(' // aloud', ','),
    '{ "hooks": { "Stop": [] } }',
    '{"a":1,"hooks":{"Stop":[ 1 ]}}',
  ])('go as they came: %j', (text) => {
    const appended = appendItem(text, path, hook)
    expect(appended).not.toBe(text)
    expect(removeItems(appended, path, isOurs)).toBe(text)
    expect(removeItems(appendItem(appended, path, hook), path, isOurs)).toBe(text)
  })

  test('a list is made where there is none, and what is no list is refused', () => {
    expect(JSON.parse(appendItem('{}', path, hook))).toEqual({ hooks: { Stop: [hook] } })
    expect(() => appendItem('{ "hooks": { "Stop": {} } }', path, hook)).toThrow('"hooks.Stop" must be a list')
    expect(removeItems('{}', path, isOurs)).toBe('{}')
  })
})
