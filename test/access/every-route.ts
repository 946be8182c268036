import { createCallLimits } from '#ww/surfaces/call-limits.js'
import { createHttpApp } from '#ww/surfaces/http/http-app.js'
import type { HttpSurface } from '#ww/surfaces/http/http-surface.js'
import { watch } from '../support/watch.js'

export interface Route {
  readonly method: string
  readonly path: string
}

const silent = { debug() {}, info() {}, warn() {}, error() {} }

/** Never asked: the routes are only counted. */
const surface = {
  authenticate: () => Promise.reject(new Error('nobody calls')),
  memoryFor: () => Promise.reject(new Error('nobody calls')),
  isReady: async () => true,
  callLimits: createCallLimits({ perSession: 0, perKey: 0, perTenant: 0, windowMs: 60_000 }),
  clock: { now: () => 0 },
  log: silent,
  version: '0.0.0',
  isAllowed: () => true,
  mcpOffer: () => ({ version: '0.0.0', instructions: '', operations: [] }),
  ending: new AbortController().signal,
  ...watch({}),
} satisfies HttpSurface

/** What stands in a path for what the route takes from it. */
const examples: Readonly<Record<string, string>> = { name: 'recall' }

/**
 * Every route that the server has, whoever added it, as one that can be called. Middleware has a `*` in its path;
 * what answers any method is called with the two that matter.
 */
export function everyRoute(): readonly Route[] {
  const all = createHttpApp(surface).routes.flatMap(({ method, path }) =>
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

/** What anybody may ask, pinned: a route is never open by chance. It tells of the program, and of nobody's memory. */
const openPaths = ['/health/live', '/health/ready', '/openapi.json', '/docs']

export const isOpen = ({ path }: Route): boolean => openPaths.includes(path)
