import { Command } from 'commander'
import { openTarget, streamTarget } from './moving/files.js'
import type { CliSurface } from './surface.js'

interface SchemaOptions {
  readonly yaml?: true
  readonly out?: string
}

/** Nothing of anybody's memory is in it. */
const readableByAll = 0o666

/** OPS5. */
export function schemaCommand({ name, describeApi, stdout }: CliSurface): Command {
  return new Command('schema')
    .description('Write what the server answers over HTTP, as OpenAPI 3.0.3.')
    .option('--yaml', 'As YAML rather than JSON.')
    .option('--out <file>', 'Where to; standard output unless told.')
    .addHelpText('after', `\nExamples:\n  ${name} schema --out openapi.json\n  ${name} schema --yaml`)
    .action(async ({ yaml, out }: SchemaOptions) => {
      const text = await describeApi(yaml === true ? 'yaml' : 'json')
      const target = out === undefined ? streamTarget(stdout) : await openTarget(out, readableByAll)
      await target.write(text)
      await target.end(true)
    })
}
