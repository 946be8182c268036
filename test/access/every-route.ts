import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import { httpSurface } from '../support/http-app.js'
import type { Mind } from '../support/minds.js'

/** Never asked: the routes are only counted. */
const nobody = {} as Mind

export interface Route {
  readonly method: string
  readonly path: string
}

/** What stands in a path for what the route takes from it. */
const examples: Readonly<Record<string, string>> = { name: 'recall' }

/**
 * Every route that the server has, whoever added it, as one that can be called. Middleware has a `*` in its path;
 * what answers any method is called with the two that matter.
 */
export function everyRoute(): readonly Route[] {
  const all = createHttpApp(httpSurface(nobody)).routes.flatMap(({ method, path }) =>
    path.includes('*')
      ? []
      : (method === 'ALL' ? ['GET', 'POST'] : [method]).map((each) => ({
          method: each,
          path: path.replaceAll(/:(\w+)(?:\{[^}]*\})?\??/g, (_, name: string) => examples[name] ?? 'x'),
        })),
  )
  const distinct = new Map(all.map((route) => [`${route.method} ${route.path}`, route]))
  return [...distinct.values()]
}

export const isHealth = ({ path }: Route): boolean => path.startsWith('/health/')
