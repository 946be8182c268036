import { Hono } from 'hono'
import type { HttpSurface, Known } from './http-surface.js'

/** What the server can do, for programs and for people: of the program, and of nobody's memory. Made when first asked for. */
export function documentRoutes({ version }: HttpSurface): Hono<Known> {
  const routes = new Hono<Known>()
  let written: Promise<string> | undefined

  async function write(): Promise<string> {
    const { createOpenApiDocument, toJson } = await import('./openapi/document.js')
    return toJson(createOpenApiDocument(version))
  }

  routes.get('/openapi.json', async (context) => {
    written ??= write()
    return context.body(await written, 200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-cache' })
  })
  return routes
}
