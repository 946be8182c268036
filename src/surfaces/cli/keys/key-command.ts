import { Command } from 'commander'
import type { KeyRequest } from '../../../memory/access/new-key.js'
import { table } from '../rendering/layout.js'
import type { CliSurface, GlobalOptions } from '../surface.js'
import type { KeyRing } from './key-ring.js'
import { renderKeys, rowsOf, toKeyBody } from './render-keys.js'

/** `--session` and `--tenant` are global options, of which the program keeps only the last value; `sessions` has all. */
interface Asked extends GlobalOptions {
  readonly sessions: readonly string[]
}

/** `ww key create|list|revoke`: who may call `ww serve`. */
export function keyCommand(surface: CliSurface, asked: () => Asked): Command {
  return new Command('key')
    .description('Keys for `ww serve`: who may call it, for which memories, and to do what.')
    .helpCommand(false)
    .addCommand(createCommand(surface, asked))
    .addCommand(listCommand(surface, asked))
    .addCommand(revokeCommand(surface, asked))
}

function createCommand(surface: CliSurface, asked: () => Asked): Command {
  const { name, stdout, terminal, now } = surface
  const summary = 'Create a key, and show it once.'
  return new Command('create')
    .summary(summary)
    .description(`${summary} Running servers accept it at once.`)
    .option('--name <text>', 'A name for it, such as laptop.')
    .option('--role <role>', 'read, write, or admin, which also sees figures of the whole server.', 'write')
    .option('--expires <when>', 'When it expires: 12h, 30d, 8w or a date (default: never).')
    .option('--tenant <name>', 'Tenant whose memories it opens, created if new (default: your own).')
    .option('--session <id>', 'Only this session; repeat for more (default: all sessions).')
    .addHelpText(
      'after',
      `\nExamples:\n  ${name} key create --name laptop\n  ${name} key create --name dashboard --role read --expires 30d\n  ${name} key create --name anna --tenant acme --session anna --session shared`,
    )
    .action(async (own: Pick<KeyRequest, 'name' | 'role' | 'expires'>) => {
      const { tenant, sessions, ...options } = asked()
      const { key, token } = await withKeys(surface, options, (keys) =>
        keys.create({ ...own, sessions, ...(tenant === undefined ? {} : { tenant }) }),
      )
      const lines = [
        token,
        '',
        'Write it down now: it will not be shown again.',
        '',
        ...table([['name', key.name], ...rowsOf(key, now()).filter(([what]) => what !== 'last used')], terminal),
      ]
      const body = { token, ...toKeyBody(key) }
      stdout.write(`${options.json ? JSON.stringify(body, null, 2) : lines.join('\n')}\n`)
    })
}

function listCommand(surface: CliSurface, asked: () => Asked): Command {
  const { name, stdout, terminal, now } = surface
  return new Command('list')
    .description('List the keys, including expired and revoked ones.')
    .addHelpText('after', `\nExamples:\n  ${name} key list\n  ${name} key list --tenant acme --json`)
    .action(async () => {
      const { tenant, ...options } = asked()
      const all = await withKeys(surface, options, (keys) => keys.list())
      const keys = all.filter((key) => tenant === undefined || key.tenant === tenant)
      if (options.json) stdout.write(`${JSON.stringify({ keys: keys.map(toKeyBody) }, null, 2)}\n`)
      else if (keys.length === 0) stdout.write(`There are no keys. "${name} key create" creates one.\n`)
      else stdout.write(`${renderKeys(keys, terminal, now()).join('\n')}\n`)
    })
}

function revokeCommand(surface: CliSurface, asked: () => Asked): Command {
  const { name, stdout } = surface
  const summary = 'Revoke a key, at once and for good.'
  return new Command('revoke')
    .summary(summary)
    .description(`${summary} Running servers refuse its next call.`)
    .argument('<key>', 'Its id or its name.')
    .addHelpText('after', `\nExamples:\n  ${name} key revoke laptop`)
    .action(async (idOrName: string) => {
      const options = asked()
      const key = await withKeys(surface, options, (keys) => keys.revoke(idOrName))
      const line = `Revoked ${key.name === key.id ? key.id : `${key.name} (${key.id})`}.`
      stdout.write(`${options.json ? JSON.stringify(toKeyBody(key), null, 2) : line}\n`)
    })
}

async function withKeys<Result>(
  { openKeys }: CliSurface,
  options: GlobalOptions,
  work: (keys: KeyRing) => Promise<Result>,
): Promise<Result> {
  const keys = await openKeys(options)
  try {
    return await work(keys)
  } finally {
    await keys.close()
  }
}
