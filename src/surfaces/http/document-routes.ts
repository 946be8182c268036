import { Hono } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'

/** What the server can do, for programs and for people: of the program, and of nobody's memory. Made when first asked for. */
export function documentRoutes({ version }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  const describe = once(async () => {
    const { createOpenApiDocument, toJson } = await import('./openapi/document.js')
    const document = createOpenApiDocument(version)
    return { document, json: toJson(document) }
  })
  const draw = once(async () => {
    const { contentSecurityPolicy, docsPage } = await import('./docs/page.js')
    return { contentSecurityPolicy, page: docsPage((await describe()).document) }
  })

  routes.get('/openapi.json', async (context) => {
    const { json } = await describe()
    return context.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
  })
  routes.get('/docs', async (context) => {
    const { contentSecurityPolicy, page } = await draw()
    return context.html(page, 200, {
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    })
  })
  return routes
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined
  return () => {
    made ??= make()
    return made
  }
}
