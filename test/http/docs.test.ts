import { createHash } from 'node:crypto'
import { Script } from 'node:vm'
import { beforeAll, describe, expect, test } from 'vitest'
import { docsPage } from '#ww/surfaces/http/docs/page.js'
import { createOpenApiDocument } from '#ww/surfaces/http/openapi/document.js'
import { openHttpApp } from '../support/http-app.js'
import { useMinds } from '../support/minds.js'

const minds = useMinds()
const document = createOpenApiDocument('0.0.0')
const between = (text: string, tag: string) => [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, 'g'))]

describe('GET /docs', () => {
  let response: Response
  let page: string
  beforeAll(async () => {
    const app = openHttpApp(minds.open())
    response = await app.fetch(new Request('http://localhost/docs', { headers: { host: 'localhost' } }))
    page = await response.text()
  })

  test('[OPS5] is a page with every call, its fields and its failures', () => {
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
    for (const [path, { get, post }] of Object.entries(document.paths)) {
      const { operationId, responses, requestBody } = (post ?? get)!
      const [, section = ''] = page.split(`<article id="${operationId}"`)
      const [article = ''] = section.split('</article>')
      expect(article).toContain(`<code>${path}</code>`)
      expect(page).toContain(`<a href="#${operationId}">`)
      for (const status of Object.keys(responses)) expect(article, `${operationId} ${status}`).toContain(status)
      const name = requestBody?.content['application/json']?.schema.$ref?.split('/').at(-1) ?? ''
      for (const field of Object.keys(document.components.schemas[name]?.properties ?? {})) {
        expect(article, operationId).toContain(`</span>${field}</code>`)
      }
    }
  })

  test('its policy allows its own style and script by their hash, calls to its server, and nothing else', () => {
    const policy = Object.fromEntries(
      (response.headers.get('content-security-policy') ?? '')
        .split('; ')
        .map((each) => each.split(/ (.*)/).slice(0, 2)),
    )
    const hashOf = (tag: string) => {
      const [[, text = ''] = [], ...more] = between(page, tag)
      expect(more).toEqual([])
      return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
    }
    expect(policy).toEqual({
      'default-src': "'none'",
      'style-src': hashOf('style'),
      'script-src': hashOf('script'),
      'connect-src': "'self'",
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    })
  })

  test('takes nothing from outside, and has nothing that its policy forbids', () => {
    expect(page).not.toMatch(/\s(?:src|srcset|action|style|on\w+)=/)
    expect([...page.matchAll(/href="([^"]*)"/g)].filter(([, to]) => !/^(?:#\w+|\/openapi\.json)$/.test(to!))).toEqual(
      [],
    )
    expect(page).not.toMatch(/@import|url\(/)
    expect(page).not.toMatch(/<(?:link|img|iframe|object|embed)\b/)
  })

  test('its script is one that an engine takes', () => {
    const [[, text = ''] = []] = between(page, 'script')
    expect(() => new Script(`async () => {${text}}`)).not.toThrow()
    expect(text.length).toBeGreaterThan(500)
  })

  test('shows what the document says as text, whatever it is', () => {
    const evil = `</textarea><script>alert("x")</script><img src=x onerror='y'>&amp;`
    const [first] = Object.values(document.paths)
    const shown = docsPage({
      ...document,
      info: { ...document.info, title: evil, description: evil },
      tags: [{ name: 'front', description: evil }],
      paths: {
        '/x': {
          post: {
            ...first!.post!,
            operationId: 'evil',
            summary: evil,
            description: `\`${evil}\` **${evil}**`,
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    type: 'object',
                    properties: { [evil]: { type: 'string', description: evil, default: evil } },
                  },
                  example: { evil },
                },
              },
            },
          },
        },
      },
    })
    expect(between(shown, 'script')).toHaveLength(1)
    expect(shown).not.toContain('<img')
    expect(shown.match(/<\/textarea>/g)).toHaveLength(1)
    expect(shown).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;')
    expect(shown).toContain('&amp;amp;')
  })
})
