import { Command } from 'commander'

/** What each group of commands is about: `ww skill create` stands in `skill`. */
const groups: Readonly<Record<string, string>> = {
  entity: 'Entities: facts, people, projects, tools, and what is known about them.',
  mind: 'What is in mind now: seven slots, goals, and what nearly won. Alone, it shows them.',
  skill: 'Skills: learn how things are done, recall it, and keep count of what works.',
}

/** Puts a command where its words say, under a group that is made when its first command comes. */
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

/** "skill", "create": how a command is called, without the program's name. */
export const pathOf = (command: Command): string[] =>
  command.parent === null ? [] : [...pathOf(command.parent), command.name()]

/** Every command below, at any depth. */
export const allBelow = (command: Command): Command[] => command.commands.flatMap((each) => [each, ...allBelow(each)])
