import { describe, expect, test } from 'vitest'
import { useMinds } from '../../support/minds.js'
import { importLines, reasonsOf, said, whatBecame } from '../../support/moving.js'

const minds = useMinds()

describe('a bad line', () => {
  const wrong: [string, string, string | RegExp][] = [
    ['no JSON', 'nope', 'is not JSON'],
    ['half of it', '{"content": "x"', 'is not JSON'],
    ['no object', '["x"]', 'is not a JSON object'],
    ['null', 'null', 'is not a JSON object'],
    ['no content', '{}', 'content is required'],
    ['content null', '{"content": null}', 'content must be a string'],
    ['content of another type', '{"content": 5}', 'content must be a string'],
    ['blank content', '{"content": " \\n"}', 'content must not be blank'],
    ['a NUL', '{"content": "a\\u0000b"}', 'content must not contain a NUL character'],
    ['half a surrogate pair', '{"content": "a\\ud800b"}', /^content must be well-formed Unicode/],
    ['an unknown kind', '{"content": "x", "kind": "poem"}', /^kind must be one of: episode/],
    ['an unknown memory type', '{"content": "x", "memory_type": "poem"}', /^memory_type must be one of: episodic/],
    [
      'an unknown activation state',
      '{"content": "x", "activation_state": "asleep"}',
      /^activation_state must be one of/,
    ],
    ['no time', '{"content": "x", "happened_at": "yesterday"}', /^happened_at must be an ISO 8601 time/],
    ['a time as a number', '{"content": "x", "recorded_at": 5}', 'recorded_at must be a string'],
    ['tags that are none', '{"content": "x", "tags": "a,b"}', 'tags must be a list'],
    ['a tag that is none', '{"content": "x", "tags": [5]}', 'tags.0 must be a string'],
    ['importance beyond 1', '{"content": "x", "importance": 2}', 'importance must be at most 1'],
    ['half a use', '{"content": "x", "uses": 1.5}', 'uses must be an integer'],
    ['an unknown state', '{"content": "x", "state": "asleep"}', /^state must be one of: active/],
    ['a session that is none', '{"content": "x", "session_id": "a b"}', /^session_id must be 1 to 128 letters/],
    ['all projects', '{"content": "x", "project": "*"}', 'project must be the name of one project'],
    ['a NUL in a facet', '{"content": "x", "facets": {"a": "\\u0000"}}', 'facets must not contain a NUL character'],
    ['facets that are none', '{"content": "x", "facets": []}', 'facets must be an object'],
    [
      'a name that is none',
      '{"content": "x", "kind": "entity", "facets": {"name": 5}}',
      'facets.name must be a string',
    ],
    [
      'steps that are none',
      '{"content": "x", "kind": "procedure", "facets": {"steps": [{"action": "x"}]}}',
      'facets.steps.0.order is required',
    ],
    [
      'an outcome that is none',
      '{"content": "x", "facets": {"outcome": "great"}}',
      /^facets.outcome must be one of: success/,
    ],
    ['a lone surrogate in a summary', '{"content": "x", "summary": "\\udc00"}', 'summary must be well-formed Unicode'],
    [
      'an edge to nowhere',
      '{"content": "x", "edges": [{"type": "USES"}]}',
      /^edges must each name a source or a target/,
    ],
    [
      'an edge of others',
      '{"id": "a", "content": "x", "edges": [{"type": "U", "source": "b", "target": "c"}]}',
      /^edges must each/,
    ],
    [
      'a weight of 7',
      '{"content": "x", "edges": [{"type": "U", "target": "b", "weight": 7}]}',
      'edges.0.weight must be at most 1',
    ],
    [
      'an end before its beginning',
      '{"content": "x", "valid_from": "2026-01-02", "valid_to": "2026-01-01"}',
      'valid_to must not be before valid_from',
    ],
    [
      'a version that ended before its beginning',
      '{"content": "x", "valid_from": "2026-01-02", "versions": [{"version": 1, "ended_at": "2026-01-03", "state": "active", "importance": 0, "tags": [], "facets": {}, "valid_to": "2026-01-01"}]}',
      'versions must not end before valid_from',
    ],
    ['a version without history', '{"content": "x", "version": 3}', 'version must be 1, one more than versions has'],
    [
      'a history with a gap',
      '{"content": "x", "versions": [{"version": 2, "ended_at": "2026-01-01", "state": "active", "importance": 0, "tags": [], "facets": {}}]}',
      'versions must be numbered 1, 2, 3 …',
    ],
  ]

  test.each(wrong)('[GWT14] with %s is listed by number, and the others go in', async (_, line, reason) => {
    const mind = minds.open()
    const outcomes = await importLines(mind, [{ content: 'before' }, '', line, { content: 'after' }])
    expect(whatBecame(outcomes)).toEqual(['added', 'bad', 'added'])
    expect(reasonsOf(outcomes)).toEqual({ 3: expect.stringMatching(reason) })
    expect((await said(mind)).map(({ content }) => content)).toEqual(['before', 'after'])
  })

  test('[GWT14] that is not UTF-8 is one too, and Windows line ends and a byte order mark are none', async () => {
    const mind = minds.open()
    const bytes = Buffer.concat([
      Buffer.from('\ufeff{"content": "a"}\r\n'),
      Buffer.from([0x7b, 0xff, 0x7d, 0x0a]),
      Buffer.from('{"content": "\ufeffb"}'),
    ])
    const outcomes = []
    for await (const outcome of mind.import([bytes.subarray(0, 5), bytes.subarray(5, 20), bytes.subarray(20)])) {
      outcomes.push(outcome)
    }
    expect(reasonsOf(outcomes)).toEqual({ 2: 'is not UTF-8 text' })
    expect((await said(mind)).map(({ content }) => content)).toEqual(['a', '\ufeffb'])
  })

  test('never repeats what it says', async () => {
    const secret = 'sesame-open'
    const mind = minds.open()
    const lines = [`{"content": "${secret}`, `{"content": ["${secret}"]}`, `{"content": "x", "kind": "${secret}"}`]
    expect(JSON.stringify(await importLines(mind, lines))).not.toContain(secret)
  })
})
