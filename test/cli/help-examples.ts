import { operations } from '#ww/operations/index.js'

/** What the help of every operation shows, as it is typed behind `ww`. */
export const helpExamples: readonly string[] = operations.flatMap(({ name, commandLine }) => {
  const command = 'command' in commandLine ? commandLine.command : name.replaceAll('_', '-')
  return commandLine.examples.map((example) => `${command} ${example}`.trim())
})
