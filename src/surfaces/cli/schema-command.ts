import { Command } from 'commander'
import { openTarget, streamTarget } from './import-export/files.js'
import type { CliSurface } from './surface.js'

interface SchemaOptions {
  readonly yaml?: true
  readonly out?: string
}

/** The document holds no memories. */
const readableByAll = 0o666

/** OPS5: `ww schema`. */
export function schemaCommand({ name, describeApi, data }: CliSurface): Command {
  return new Command('schema')
    .description('Write the OpenAPI 3.0.3 document of the HTTP server.')
    .option('--yaml', 'Write YAML instead of JSON.')
    .option('--out <file>', 'File to write (default: standard output).')
    .addHelpText('after', `\nExamples:\n  ${name} schema --out openapi.json\n  ${name} schema --yaml`)
    .action(async ({ yaml, out }: SchemaOptions) => {
      const text = await describeApi(yaml === true ? 'yaml' : 'json')
      const target = out === undefined ? streamTarget(data) : await openTarget(out, readableByAll)
      await target.write(text)
      await target.end(true)
    })
}
