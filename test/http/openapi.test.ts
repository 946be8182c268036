import { readFileSync } from 'node:fs'
import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { version } from '#ww/app/configuration/version.js'
import { errorCodes, WorldWeaverError } from '#ww/errors.js'
import { operations } from '#ww/operations/index.js'
import { createOpenApiDocument, toJson, toYaml } from '#ww/surfaces/http/openapi/document.js'
import type { OpenApiOperation } from '#ww/surfaces/http/openapi/openapi.js'
import { toWorkflowError } from '#ww/surfaces/http/workflow-error.js'
import { run, runProgram } from '../cli/ww.js'
import { openHttpApp } from '../support/http-app.js'
import { useMinds } from '../support/minds.js'
import { createSchemaCheck } from '../support/schema-check.js'
import { useTemporaryFolders } from '../support/temporary-folder.js'

const minds = useMinds()
const newFolder = useTemporaryFolders()
const document = createOpenApiDocument(version)
const committed = (format: string) => readFileSync(new URL(`../../docs/openapi.${format}`, import.meta.url), 'utf8')

const calls: readonly (OpenApiOperation & { readonly method: string; readonly path: string })[] = Object.entries(
  document.paths,
).flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })))

describe('[OPS5] the OpenAPI document', () => {
  test('[OPS5] is as committed, in JSON and in YAML: `ww schema --out docs/openapi.json`, and `--yaml`', () => {
    // Not with `toBe`: a diff of ten thousand lines helps nobody.
    expect(committed('json') === toJson(document), 'docs/openapi.json is stale').toBe(true)
    expect(committed('yaml') === toYaml(document), 'docs/openapi.yaml is stale').toBe(true)
    expect(parse(committed('yaml'))).toEqual(JSON.parse(committed('json')))
  })

  test('[OPS5] is OpenAPI 3.0.3, says somebody who has not written it', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(committed('json')))).toEqual({ valid: true })
    expect([document.openapi, validator.version]).toEqual(['3.0.3', '3.0'])
    // It sees what is wrong.
    const broken = { ...document, paths: { ...document.paths, '/x': { post: { operationId: 'x' } } } }
    expect((await new Validator().validate(JSON.parse(JSON.stringify(broken)))).valid).toBe(false)
  })

  test('[OPS5] has every operation of every door, once', () => {
    const named = calls.map(({ operationId }) => operationId)
    expect(new Set(named).size).toBe(named.length)
    for (const { name, summary, door } of operations) {
      const post = document.paths[`/tools/${name}`]?.post
      expect(post).toMatchObject({ operationId: name, summary, tags: [door] })
      expect(post?.deprecated, name).toBe(['build_skill', 'how_to'].includes(name) ? true : undefined)
    }
    const others = calls
      .filter(({ path }) => !path.startsWith('/tools/'))
      .map(({ method, path }) => `${method} ${path}`)
    expect(others.sort()).toEqual([
      'get /docs',
      'get /health/live',
      'get /health/ready',
      'get /metrics',
      'get /openapi.json',
      'get /workflow/ws/{workflow_id}',
      'post /workflow/ai-answer',
      'post /workflow/execute',
    ])
    expect(calls).toHaveLength(operations.length + others.length)
  })

  test('[OPS5] refers to nothing that is not there, and has nothing that nobody refers to', () => {
    const text = JSON.stringify(document)
    const used = new Set(
      [...text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)].map(([, kind, name]) => `${kind}/${name}`),
    )
    expect(text.match(/"\$ref":/g)).toHaveLength([...text.matchAll(/"\$ref":"#\/components\//g)].length)
    const { securitySchemes: _, ...components } = document.components
    const there = Object.entries(components).flatMap(([kind, each]) =>
      Object.keys(each).map((name) => `${kind}/${name}`),
    )
    expect([...used].filter((name) => !there.includes(name))).toEqual([])
    // Frames come over the socket, of which OpenAPI has no words; of other methods it has no place to speak.
    const unused = there.filter((name) => !used.has(name))
    expect(unused.sort()).toEqual(['responses/WrongMethod', 'schemas/StreamFrame'])
  })

  test('[OPS5] every schema compiles, and takes its own example', () => {
    const check = createSchemaCheck(document)
    for (const name of Object.keys(document.components.schemas)) check.compile({ $ref: `#/components/schemas/${name}` })
    for (const { operationId, requestBody, responses } of calls) {
      const body = requestBody?.content['application/json']
      if (body !== undefined) expect(check.problem(body.schema, body.example), `${operationId} takes`).toBeUndefined()
      for (const status of Object.keys(responses)) {
        const answer = check.response(responses, status)?.content?.['application/json']
        if (answer?.example === undefined) continue
        expect(check.problem(answer.schema, answer.example), `${operationId} ${status}`).toBeUndefined()
      }
    }
  })

  test('[OPS5] the example of every operation is what it takes', () => {
    for (const { name, input } of operations) {
      const { example } = document.paths[`/tools/${name}`]!.post!.requestBody!.content['application/json']!
      expect(input.safeParse(example).success, name).toBe(true)
    }
  })

  test('[COM8] [COM10] every call says how it fails, and what is left of its limit', () => {
    const check = createSchemaCheck(document)
    for (const { path, responses } of calls.filter(({ method }) => method === 'post')) {
      const own = path.startsWith('/tools/') ? ['413', '415', '504'] : ['409', '503']
      expect(Object.keys(responses)).toEqual(
        expect.arrayContaining(['200', '400', '401', '403', '404', '429', '500', ...own]),
      )
      const limit = ['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Reset']
      expect(Object.keys(check.response(responses, '200')?.headers ?? {})).toEqual(limit)
      expect(Object.keys(check.response(responses, '429')?.headers ?? {})).toEqual([...limit, 'Retry-After'])
    }
  })

  test.each(errorCodes)('[WFL7] [OPS5] every endpoint of the workflow tells of %s as the server answers it', (code) => {
    const { status, body } = toWorkflowError(new WorldWeaverError(code, 'No.'))
    const endpoints = calls.filter(({ method, path }) => method === 'post' && path.startsWith('/workflow/'))
    expect(endpoints).toHaveLength(2)
    const check = createSchemaCheck(document)
    for (const { responses } of endpoints) {
      const { schema } = check.response(responses, String(status))?.content?.['application/json'] ?? {}
      expect(schema).toMatchObject({ properties: { code: { enum: expect.arrayContaining([body.code]) } } })
      // And of nothing that it does not answer.
      if (status >= 500) expect(schema).toMatchObject({ properties: { code: { enum: [body.code] } } })
    }
  })

  test('[OPS5] says the limits that the contract has for texts, ids and choices', () => {
    const { RememberInput, RecallInput, MarkImportantInput } = document.components.schemas
    expect(RememberInput?.properties?.text).toMatchObject({ minLength: 1, maxLength: 100_000 })
    expect(RecallInput).toMatchObject({ required: ['query'], additionalProperties: false })
    expect(RecallInput?.properties?.limit).toMatchObject({ type: 'integer', minimum: 1, default: 10, nullable: true })
    const pattern = new RegExp(MarkImportantInput?.properties?.episode_id?.pattern ?? '')
    const uuid = '0190a5d0-7c1e-7f3a-9b60-3f1c2d4e5f60'
    expect(['', 'ep-', 'ent-'].map((prefix) => pattern.test(`${prefix}${uuid}`))).toEqual([true, true, false])
    expect(RememberInput?.properties?.kind?.enum).toContain(null)
  })

  test('[OPS5] is served as committed', async () => {
    const answer = await openHttpApp(minds.open(), { version }).send('/openapi.json')
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json'])
    expect(answer.body).toEqual(JSON.parse(committed('json')))
  })

  test('[OPS5] `ww schema` writes it, in JSON and YAML, to where it is told', async () => {
    const folder = newFolder()
    expect(await run(folder, ['schema'])).toEqual({ code: 0, stdout: committed('json'), stderr: '' })
    expect(await run(folder, ['schema', '--json'])).toEqual({ code: 0, stdout: committed('json'), stderr: '' })
    expect(await run(folder, ['schema', '--yaml'])).toEqual({ code: 0, stdout: committed('yaml'), stderr: '' })
    expect(await runProgram(folder, ['schema', '--out', 'api.json'])).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(readFileSync(`${folder}/api.json`, 'utf8')).toBe(committed('json'))
    const refused = await runProgram(folder, ['schema', '--out', 'no/such/folder/api.json'])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/no\/such\/folder/)])
  })
})
