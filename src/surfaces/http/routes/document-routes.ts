import { Hono } from 'hono'
import type { HttpSurface, Known } from '../http-surface.js'

/** The OpenAPI document and the page made from it, created on the first request. */
export function documentRoutes({ version }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  const describe = once(async () => {
    const { createOpenApiDocument, toJson } = await import('../openapi/document.js')
    const document = createOpenApiDocument(version)
    return { document, json: toJson(document) }
  })
  const renderPage = once(async () => {
    const { contentSecurityPolicy, docsPage } = await import('../docs/page.js')
    return { contentSecurityPolicy, page: docsPage((await describe()).document) }
  })

  routes.get('/openapi.json', async (context) => {
    const { json } = await describe()
    return context.body(json, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
  })
  routes.get('/docs', async (context) => {
    const { contentSecurityPolicy, page } = await renderPage()
    return context.html(page, 200, {
      'Content-Security-Policy': contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-cache',
    })
  })
  return routes
}

function once<Result>(make: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined
  return () => {
    result ??= make()
    return result
  }
}
