import { Command } from 'commander'

/** Descriptions of command groups: `ww skill create` is in `skill`. */
const groups: Readonly<Record<string, string>> = {
  entity: 'Entities: facts, people, projects, tools, and what is known about them.',
  mind: 'What is in mind now: seven slots, goals and near misses. Without a subcommand, it shows them.',
  skill: 'Skills: learn how things are done, recall it, and keep count of what works.',
}

/** Adds a command at the path of its words, and creates groups on the way. */
export function addInGroups(program: Command, words: readonly string[], command: Command, heading: string): void {
  const [group, ...below] = words
  if (below.length === 0) {
    program.addCommand(command.helpGroup(heading))
    return
  }
  const known = program.commands.find((each) => each.name() === group)
  const parent =
    known ??
    new Command(group)
      .description(groups[group] ?? '')
      .helpCommand(false)
      .helpGroup(heading)
  if (known === undefined) program.addCommand(parent)
  addInGroups(parent, below, command, 'Commands:')
}

/** The words that call a command, without the program's name: "skill", "create". */
export const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()]

/** All subcommands, at any depth. */
export const allBelow = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...allBelow(each)])
