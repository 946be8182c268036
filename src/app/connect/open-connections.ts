import { existsSync } from 'node:fs'
import type { Client } from '../../adapters/clients/client.js'
import { clients } from '../../adapters/clients/clients.js'
import { type ConfiguredServer, toConfiguredServer } from '../../adapters/clients/configured-server.js'
import type { Machine } from '../../adapters/clients/machine.js'
import { isAddress, type ServerAddress } from '../../adapters/clients/mcp-server.js'
import { invalid, messageOf, WorldWeaverError } from '../../errors.js'
import { operations } from '../../operations/index.js'
import {
  type ClientOutcome,
  type ClientStatus,
  type ConnectionState,
  type Connections,
  type FileChange,
  isOurs,
  type Trial,
} from '../../surfaces/cli/connect/connections.js'
import { selectOperations } from '../configuration/toolsets.js'
import { stopHelper } from '../hook/helper/stop-helper.js'
import { type ClientSettings, type ConnectionSettings, openClientParts } from './client-parts.js'
import { readAddress } from './server-address.js'
import type { SettingsPart } from './settings-part.js'
import { allOrNothing, couldNotBePutBack } from './taking-back.js'

/** `ww connect` and `ww disconnect`. */
export function openConnections(settings: ConnectionSettings): Connections {
  const { machine, partsOf } = openClientParts(settings)

  function partsAt(client: Client, address: ServerAddress): readonly ClientSettings[] {
    const { name, addressEntry } = client
    if (addressEntry === undefined) throw invalid('--url', `${name} takes no addresses in its settings`)
    return partsOf(client, { addressEntry: addressEntry(address) }).slice(0, 1)
  }

  /** Then to allow it would change nothing. */
  async function allowsReading(client: Client): Promise<boolean> {
    if (client.canAllowReading !== true) return false
    const textsWith = async (wanted: { readonly allowsReading?: boolean }) =>
      (await planned(partsOf(client, wanted), (part) => part.planConnect())).map(({ after }) => after)
    return JSON.stringify(await textsWith({ allowsReading: true })) === JSON.stringify(await textsWith({}))
  }

  return {
    list: () =>
      Promise.all(
        clients.map(async (client): Promise<ClientStatus> => {
          const { id, name, installationPath } = client
          const files = client.parts.filter((part) => part.isOptional !== true).map(({ file }) => file(machine))
          const described = {
            ...{ id, name, files, installed: existsSync(installationPath(machine)) },
            can_allow_reading: client.canAllowReading === true,
          }
          const status = await guarded<ClientStatus>(
            async () => ({
              ...described,
              allows_reading: await allowsReading(client),
              state: await stateOf(await partsInUse(partsOf(client))),
            }),
            (problem) => ({ ...described, allows_reading: false, state: 'unreadable', problem }),
          )
          if (status.state !== 'unreadable' || !(await hasRecord(partsOf(client)))) return status
          return { ...status, has_record: true }
        }),
      ),
    async connect(ids, { toolset, allowReading, dryRun = false, check = false, onTrial, ...remote }) {
      if (toolset !== undefined) checkToolset(toolset)
      const address = readAddress({ ...remote, toolset })
      const tryOnce = oncePerServer(machine)
      return forEachClient(ids, async (client) => {
        const parts =
          address === undefined
            ? partsOf(client, { toolset, ...(allowReading === true ? { allowsReading: true } : {}) })
            : partsAt(client, address)
        // CNN14: they would go on telling the memories of this machine.
        const others = address === undefined ? [] : partsOf(client).slice(1)
        const changes = [
          ...(await planned(parts, (part) => part.planConnect())),
          ...(await planned(others, (part) => part.planDisconnect())),
        ]
        const status = changes.length === 0 ? 'unchanged' : 'changed'
        if (dryRun) return { status, changes }
        return allOrNothing(async (step) => {
          for (const part of parts) await step(() => part.connect())
          if (check) onTrial?.(client.name)
          const trial = check ? await tryPart(parts[0], tryOnce) : undefined
          if (trial?.works !== false) {
            for (const part of others.toReversed()) await part.disconnect()
            return { status, changes, ...(trial === undefined ? {} : { answered_ms: trial.ms }) }
          }
          throw new WorldWeaverError(
            'internal_error',
            describeFailure(client, trial.problem, status, address !== undefined),
          )
        })
      })
    },
    async upgrade({ dryRun = false, check = false, onTrial }) {
      const tryOnce = oncePerServer(machine)
      const outcomes = await allOrNothing(async (step) => {
        const moved: ClientOutcome[] = []
        for (const client of clients) {
          const parts = partsOf(client)
          if (!(await isToMove(parts))) continue
          if (isAddress(await parts[0].entry())) continue
          const changes = await planned(parts, (part) => part.planConnect())
          const { id, name } = client
          const outcome = { id, name, status: changes.length === 0 ? 'unchanged' : 'changed', changes } as const
          if (!dryRun) for (const part of parts) await step(() => part.connect({ keepsCopy: true }))
          if (dryRun || !check) {
            moved.push(outcome)
            continue
          }
          onTrial?.(name)
          const trial = await tryPart(parts[0], tryOnce)
          if (!trial.works) throw new Error(`World Weaver does not start as ${name} would start it: ${trial.problem}`)
          moved.push({ ...outcome, answered_ms: trial.ms })
        }
        return moved
      }, describeNoneMoved)
      // The next hook starts one of this version.
      if (!dryRun) await stopHelper(settings.dataDir)
      return outcomes
    },
    disconnect: async (ids, { dryRun = false }) =>
      forEachClient(ids, async (client) => {
        const parts = partsOf(client)
        const isByHand = (await stateOf(parts)) === 'by_hand'
        const changes = await planned(parts, (part) => part.planDisconnect())
        if (!dryRun) for (const part of parts.toReversed()) await part.disconnect()
        return { status: changes.length > 0 ? 'changed' : isByHand ? 'not_ours' : 'unchanged', changes }
      }),
  }
}

/** Parts besides the server entry, such as hooks, use the memories of this machine: a remote server has none. */
const partsInUse = async (parts: readonly ClientSettings[]): Promise<readonly ClientSettings[]> =>
  isAddress(await parts[0].entry()) ? parts.slice(0, 1) : parts

async function forEachClient(
  ids: readonly string[],
  change: (client: Client) => Promise<Omit<ClientOutcome, 'id' | 'name'>>,
): Promise<readonly ClientOutcome[]> {
  const outcomes: ClientOutcome[] = []
  for (const { id, name, ...client } of [...new Set(ids)].map(getClient)) {
    const outcome = await guarded<Omit<ClientOutcome, 'id' | 'name'>>(
      () => change({ id, name, ...client }),
      (problem) => ({ status: 'failed', changes: [], problem }),
    )
    outcomes.push({ id, name, ...outcome })
  }
  return outcomes
}

/** What the settings say, not what was meant to be written there. */
async function tryPart(part: SettingsPart, tryServer: (server: ConfiguredServer) => Promise<Trial>): Promise<Trial> {
  const server = toConfiguredServer(await part.entry())
  return server === undefined ? { works: false, problem: 'the entry is not in the settings' } : tryServer(server)
}

/** Several clients start the same. */
function oncePerServer(machine: Machine): (server: ConfiguredServer) => Promise<Trial> {
  const trials = new Map<string, Promise<Trial>>()
  return (server) => {
    const key = JSON.stringify(server)
    const trial = trials.get(key) ?? import('./try-server.js').then(({ tryServer }) => tryServer(server, machine))
    trials.set(key, trial)
    return trial
  }
}

function describeNoneMoved(cause: unknown, left: readonly string[]): WorldWeaverError {
  const because = `No client was moved, because ${withoutFinalStop(messageOf(cause))}`
  const message =
    left.length === 0 ? `${because}. All settings are as they were` : `${because}. ${couldNotBePutBack(left)}`
  // Of an internal error a command shows the cause alone, which says nothing of the settings.
  return new WorldWeaverError('validation_error', message, { cause })
}

const withoutFinalStop = (text: string): string => text.replace(/\.$/, '')

function describeFailure(
  { name }: Client,
  problem: string,
  status: 'changed' | 'unchanged',
  isRemote: boolean,
): string {
  if (status === 'unchanged') return `${name} cannot ${isRemote ? 'use' : 'start'} World Weaver: ${problem}`
  const because = isRemote ? problem : `World Weaver did not start as ${name} would start it: ${problem}`
  return `${name} is not connected, because ${because}. The settings are as they were`
}

/** Settings that cannot be read are nobody's hindrance unless `connect` wrote there. */
async function isToMove(parts: readonly ClientSettings[]): Promise<boolean> {
  try {
    return isOurs({ state: await stateOf(await partsInUse(parts)) })
  } catch (error) {
    if (error instanceof WorldWeaverError && !(await hasRecord(parts))) return false
    throw error
  }
}

async function hasRecord(parts: readonly ClientSettings[]): Promise<boolean> {
  return (await Promise.all(parts.map((part) => part.hasRecord()))).includes(true)
}

/** Plans every part before any is written. */
async function planned(
  parts: readonly ClientSettings[],
  plan: (part: SettingsPart) => Promise<FileChange | undefined>,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = []
  for (const part of parts) {
    const change = await plan(part)
    if (change !== undefined) changes.push(change)
  }
  return changes
}

/** Connected means that all parts are that have to be. */
async function stateOf(parts: readonly ClientSettings[]): Promise<ConnectionState> {
  const all = await Promise.all(parts.map(async ({ isOptional, state }) => ({ isOptional, state: await state() })))
  const states = new Set(
    all.filter((each) => !each.isOptional || each.state !== 'not_connected').map(({ state }) => state),
  )
  const [state] = states
  if (states.size === 1) return state
  return states.has('connected') || states.has('changed') ? 'changed' : 'by_hand'
}

function getClient(id: string): Client {
  const client = clients.find((each) => each.id === id)
  if (client !== undefined) return client
  const known = clients.map((each) => each.id).join(', ')
  throw invalid('client', `client must be one of ${known}; there is no "${id}"`)
}

function checkToolset(toolset: string): void {
  const names = toolset.split(',').map((name) => name.trim())
  if (names.includes('')) throw invalid('--toolset', '--toolset must name toolsets or tools, with commas between')
  selectOperations(operations, names)
}

async function guarded<Answer>(work: () => Promise<Answer>, onProblem: (problem: string) => Answer): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof WorldWeaverError)) throw error
    return onProblem(error.message)
  }
}
