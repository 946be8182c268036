import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import type { Client, OtherPlace } from '../../adapters/clients/client.js'
import { clients } from '../../adapters/clients/clients.js'
import { type ConfiguredServer, isStarted, toConfiguredServer } from '../../adapters/clients/configured-server.js'
import { SettingsProblem } from '../../adapters/clients/settings-problem.js'
import { WorldWeaverError } from '../../errors.js'
import type { Trial } from '../../surfaces/cli/connect/connections.js'
import type { Finding } from '../../surfaces/cli/doctor-report.js'
import { version } from '../configuration/version.js'
import { type ConnectionSettings, openClientParts } from '../connect/client-parts.js'
import { versionOf } from '../connect/entry-version.js'
import type { SettingsPart } from '../connect/settings-part.js'
import { tryServer } from '../connect/try-server.js'

/** All entries are tried at once; nobody waits for doctor as long as for the first `npx`. */
const limitMs = 20_000

/** With the names that our server has there. */
type FoundPlace = OtherPlace & { readonly found: readonly string[] }

interface Examined {
  readonly client: Client
  readonly parts: readonly SettingsPart[]
  readonly server: ConfiguredServer | undefined
  readonly others: readonly FoundPlace[]
}

/** CNN4: what each client on this machine has, tried as the client would; nothing for those that have none. */
export async function checkClients(settings: ConnectionSettings, folder: string): Promise<readonly Finding[]> {
  const { machine, partsOf } = openClientParts(settings)
  const trials = new Map<string, Promise<Trial>>()
  function tryOnce(server: ConfiguredServer): Promise<Trial> {
    const key = JSON.stringify(server)
    const trial = trials.get(key) ?? tryServer(server, machine, limitMs)
    trials.set(key, trial)
    return trial
  }

  async function check(client: Client): Promise<readonly Finding[]> {
    const { name: check, id } = client
    try {
      const parts = partsOf(client)
      const server = toConfiguredServer(await parts[0]!.entry())
      const own = client.parts[0]!.file(machine)
      const others = (client.otherPlaces?.(machine, folder) ?? [])
        .filter(({ file, label }) => file !== own || label !== file)
        .map((place) => ({ ...place, found: namesAt(place.file, place.names) }))
        .filter(({ found }) => found.length > 0)
      const examined = { client, parts, server, others }
      if (server === undefined)
        return others.map(({ label }) => ({ check, status: 'ok', detail: `connected by ${label}` }))
      const trial = await tryOnce(server)
      return [
        checkStart(examined, trial),
        ...checkVersion(examined),
        ...checkTwice(examined),
        ...(await checkHooks(examined)),
      ]
    } catch (error) {
      if (!(error instanceof WorldWeaverError)) throw error
      return [{ check, status: 'problem', detail: error.message, mend: `mend the file, then: ww connect ${id}` }]
    }
  }

  const findings = await Promise.all(clients.map(check))
  const isInstalled = ({ installationPath }: Client) => existsSync(installationPath(machine))
  const left = clients.filter((client, at) => findings[at].length === 0 && isInstalled(client))
  return [...findings.flat(), ...checkOthers(left, findings.flat().length > 0)]
}

/** Installed clients that have no server of ours: a choice, unless it is all of them. */
function checkOthers(left: readonly Client[], isOneConnected: boolean): readonly Finding[] {
  if (left.length === 0) return []
  const names = left.map(({ name }) => name).join(', ')
  const mend = `ww connect ${left.map(({ id }) => id).join(' ')}`
  if (isOneConnected) return [{ check: 'other clients', status: 'ok', detail: `not connected: ${names} (${mend})` }]
  return [{ check: 'clients', status: 'warning', detail: `none is connected; installed here: ${names}`, mend }]
}

function checkStart({ client: { name: check, id } }: Examined, trial: Trial): Finding {
  if (trial.works) return { check, status: 'ok', detail: `connected; World Weaver answered after ${trial.ms} ms` }
  const detail = `cannot start World Weaver: ${trial.problem}`
  return { check, status: 'problem', detail, mend: `ww connect ${id}` }
}

function checkVersion({ client: { name: check, id }, server }: Examined): readonly Finding[] {
  if (server === undefined || !isStarted(server)) return []
  const started = versionOf(server)
  if (started === undefined || started === version) return []
  if (started === 'newest') {
    const detail =
      'starts whatever version is newest on npm; a newer one may upgrade your memories so that other clients cannot open them'
    return [{ check, status: 'warning', detail, mend: `ww connect ${id}` }]
  }
  return [
    {
      check,
      status: 'warning',
      detail: `starts World Weaver ${started}; this one is ${version}`,
      mend: `ww connect ${id}`,
    },
  ]
}

function checkTwice({ client: { name: check, id }, others }: Examined): readonly Finding[] {
  return others.map(({ label, remove, found }) => ({
    check,
    status: 'warning',
    detail: `has World Weaver twice, so its agent sees every tool twice: from "ww connect" and from ${label}`,
    mend: `keep one of them; either: ww disconnect ${id}   or: ${remove(found)}`,
  }))
}

async function checkHooks({ client, parts, server, others }: Examined): Promise<readonly Finding[]> {
  const { name: check, id } = client
  // A server elsewhere has its memories elsewhere, and the plugin brings hooks of its own.
  if (server === undefined || !isStarted(server) || others.some(({ label }) => label === 'the plugin')) return []
  const mend = `ww connect ${id}`
  const findings: Finding[] = []
  for (const part of parts) {
    const commands = await part.hooks()
    const gone = commands.flatMap(pathsIn).find((path) => !existsSync(path))
    if (gone !== undefined)
      findings.push({ check, status: 'problem', detail: `its hooks start ${gone}, which does not exist`, mend })
    else if (await part.isMissing())
      findings.push({
        check,
        status: 'warning',
        detail: 'some of its hooks are missing: its agent gets memories only when it asks for them',
        mend,
      })
  }
  return findings
}

/** The quoted paths that a command begins with. */
const pathsIn = (command: string): readonly string[] =>
  [...command.matchAll(/"([^"]*)"|'([^']*)'/g)]
    .map(([, double, single]) => double ?? single ?? '')
    .slice(0, 2)
    .filter((path) => isAbsolute(path))

function namesAt(file: string, names: OtherPlace['names']): readonly string[] {
  if (!existsSync(file)) return []
  try {
    return names(readFileSync(file, 'utf8'))
  } catch (error) {
    // Of a project's file that cannot be read its own client complains.
    if (error instanceof SettingsProblem || (error as NodeJS.ErrnoException).code !== undefined) return []
    throw error
  }
}
