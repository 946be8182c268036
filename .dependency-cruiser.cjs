/**
 * Dependencies point one way: surfaces → resources → operations → memory ← adapters, through ports; app alone sees all.
 * `test/architecture/` proves with a deliberate violation that these rules see what they forbid.
 */
const room = (name) => `(^|/)src/${name}/`
const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.ts$' },
  to: { path: to },
})

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    forbid(
      'memory-is-pure',
      'the domain knows no one above it',
      room('memory'),
      room('(operations|resources|adapters|surfaces|app)'),
    ),
    forbid(
      'memory-does-no-io',
      'same arguments, same answer',
      room('memory'),
      '^(fs|net|http|https|child_process|worker_threads|os|dns|tls|crypto|timers|fs/promises|timers/promises)$',
    ),
    forbid(
      'ports-are-types',
      'a port knows the domain only',
      room('ports'),
      room('(operations|resources|adapters|surfaces|app)'),
    ),
    forbid(
      'operations-know-no-transport',
      'operations see domain and ports',
      room('operations'),
      room('(resources|adapters|surfaces|app)'),
    ),
    forbid(
      'resources-know-no-transport',
      'resources see operations, domain and ports',
      room('resources'),
      room('(adapters|surfaces|app)'),
    ),
    forbid(
      'adapters-know-no-door',
      'adapters see domain and ports',
      room('adapters'),
      room('(operations|resources|surfaces|app)'),
    ),
    {
      name: 'engines-are-apart',
      comment: 'each engine works without the other; only engine-copy and the composition root know both',
      severity: 'error',
      from: { path: '(^|/)src/adapters/(sqlite|postgres|relational)/', pathNot: '\\.test\\.ts$' },
      to: { path: '(^|/)src/adapters/(sqlite|postgres|engine-copy)/', pathNot: '(^|/)src/adapters/$2/' },
    },
    forbid(
      'surfaces-know-no-engine',
      'surfaces are derived from operations and resources',
      room('surfaces'),
      room('(adapters|app)'),
    ),
    forbid(
      'app-takes-no-rendering',
      'app hands data to a surface, which alone renders it',
      room('app'),
      '(^|/)src/surfaces/.*/render(ing/|-)',
    ),
    forbid(
      'mcp-knows-no-cli',
      'one surface does not lean on another',
      room('surfaces/mcp'),
      room('surfaces/(cli|http|websocket|client)'),
    ),
    forbid(
      'cli-knows-no-mcp',
      'one surface does not lean on another',
      room('surfaces/cli'),
      room('surfaces/(mcp|http|websocket|client)'),
    ),
    {
      name: 'client-is-light',
      comment: 'it runs in a page: of the rest it has the types, and the one error',
      severity: 'error',
      from: { path: room('surfaces/client'), pathNot: '\\.test\\.ts$' },
      to: { pathNot: '(^|/)src/(surfaces/client/|errors\\.ts$)', dependencyTypesNot: ['type-only'] },
    },
    { name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'declared-dependencies',
      comment: 'what the package imports, the package lists; an optional peer is listed too',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['npm-peer'] },
    },
  ],
  options: {
    // Unit tests borrow builders from test/support, which name the build.
    doNotFollow: { path: 'node_modules|^test/support' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
}
