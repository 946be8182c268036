import { indentWrapped } from '../rendering/layout.js'
import { padTo, widthOf } from '../rendering/wrap.js'
import type { Terminal } from '../terminal.js'
import type { ClientOutcome, ClientStatus, ConnectionState } from './connections.js'
import { unifiedDiff } from './unified-diff.js'

const words: Readonly<Record<ConnectionState, string>> = {
  connected: 'connected',
  changed: 'connected, changed since',
  by_hand: 'connected by hand',
  not_connected: 'not connected',
  unreadable: 'cannot be read',
}

export function renderStatus(clients: readonly ClientStatus[], { style, columns }: Terminal): string[] {
  const marks = {
    connected: style.green('✓'),
    changed: style.yellow('!'),
    by_hand: style.green('✓'),
    not_connected: style.dim('·'),
    unreadable: style.red('✗'),
  }
  const textOf = ({ state, installed }: ClientStatus) =>
    state === 'not_connected' && !installed ? 'not found' : words[state]
  const widestId = Math.max(...clients.map(({ id }) => widthOf(id)))
  const widestState = Math.max(...clients.map((client) => widthOf(textOf(client))))
  return clients.flatMap((client) => [
    `  ${marks[client.state]} ${padTo(client.id, widestId)}  ${padTo(textOf(client), widestState)}  ${style.dim(client.files.join(', '))}`,
    ...(client.problem === undefined ? [] : indentWrapped(client.problem, columns, 4).map(style.yellow)),
  ])
}

/** Every file's diff, and a sentence for clients without one. */
export async function renderDryRun(outcomes: readonly ClientOutcome[], { style }: Terminal): Promise<string[]> {
  const paint = (line: string): string => {
    if (/^(?:---|\+\+\+) /.test(line)) return style.bold(line)
    if (line.startsWith('@@')) return style.cyan(line)
    if (line.startsWith('+')) return style.green(line)
    return line.startsWith('-') ? style.red(line) : line
  }
  const renderOne = async ({ name, status, changes }: ClientOutcome): Promise<string[]> => {
    if (status === 'unchanged') return [`${name}: nothing would change.`]
    if (status === 'not_ours') return [notOurs(name)]
    return (await Promise.all(changes.map(unifiedDiff))).flat().map(paint)
  }
  return (await Promise.all(outcomes.map(renderOne))).flat()
}

/** Clients that ask before each call: some could be told not to, others were to be told and cannot. */
export function renderConnected(
  outcomes: readonly ClientOutcome[],
  {
    program,
    mayAllow,
    cannotAllow,
  }: { readonly program: string; readonly mayAllow: readonly string[]; readonly cannotAllow: readonly string[] },
  { style }: Terminal,
): string[] {
  const changed = outcomes.filter(({ status }) => status === 'changed')
  const lines = outcomes.flatMap(({ name, status, changes, answered_ms }) => {
    const isTried = answered_ms !== undefined
    if (status === 'unchanged') return [`${name} is already connected${isTried ? ', and works' : ''}.`]
    if (status !== 'changed') return []
    if (!isTried) return [`${name} is set up, but was not tried. Written: ${filesOf(changes)}`]
    return [`${style.green('✓')} ${name} is connected, and World Weaver answers. Written: ${filesOf(changes)}`]
  })
  if (changed.length === 0) return lines
  const undo = `${program} disconnect ${changed.map(({ id }) => id).join(' ')}`
  const asking = changed.filter(({ id }) => mayAllow.includes(id)).map(({ id }) => id)
  const allow = `${program} connect ${asking.join(' ')} --allow-reading`
  return [
    ...lines,
    '',
    `Restart ${listed(changed.map(({ name }) => name))} to use it. To undo: ${style.bold(undo)}`,
    ...(asking.length === 0 ? [] : [`To let memories be read without being asked each time: ${style.bold(allow)}`]),
    ...changed
      .filter(({ id }) => cannotAllow.includes(id))
      .map(({ name }) => `${name} has no setting for reading without being asked: it goes on as it does now.`),
  ]
}

export function renderUpgraded(outcomes: readonly ClientOutcome[], version: string, { style }: Terminal): string[] {
  if (outcomes.length === 0) return ['No client is connected.']
  const lines = outcomes.map(({ name, status }) =>
    status === 'changed'
      ? `${style.green('✓')} ${name} starts World Weaver ${version} when you restart it.`
      : `${name} starts World Weaver ${version} already.`,
  )
  return lines
}

export function renderDisconnected(outcomes: readonly ClientOutcome[], { style }: Terminal): string[] {
  return outcomes.flatMap(({ name, status, changes }) => {
    if (status === 'unchanged') return [`${name} was not connected.`]
    if (status === 'not_ours') return [notOurs(name)]
    return status === 'changed' ? [`${style.green('✓')} ${name} is disconnected. Changed: ${filesOf(changes)}`] : []
  })
}

/** "Cursor", "Cursor and Zed". */
export const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`

const filesOf = (changes: ClientOutcome['changes']): string => changes.map(({ file }) => file).join(', ')

const notOurs = (name: string): string => `${name} was connected by hand; its entry was not changed.`
