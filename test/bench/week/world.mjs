import { inkwellPrompts } from './prompts/inkwell.mjs'
import { signalboxPrompts } from './prompts/signalbox.mjs'
import { tidegaugePrompts } from './prompts/tidegauge.mjs'
import { inkwell } from './sessions/inkwell.mjs'
import { signalbox } from './sessions/signalbox.mjs'
import { tidegauge } from './sessions/tidegauge.mjs'

export const parts = ['development', 'set aside']

/**
 * One repository is for development, one is set aside, and every other prompt of the third: what is learnt from the
 * words of one project must also hold for another.
 */
const repositories = [
  { name: 'inkwell', sessions: inkwell, prompts: inkwellPrompts, partOf: () => 'development' },
  { name: 'tidegauge', sessions: tidegauge, prompts: tidegaugePrompts, partOf: (place) => parts[place % 2] },
  { name: 'signalbox', sessions: signalbox, prompts: signalboxPrompts, partOf: () => 'set aside' },
]

export const repositoryNames = repositories.map(({ name }) => name)
/** As `git clone` names it: hooks know the project by its remote. */
export const projectOf = (repository) => `quillworks/${repository}`

/** All sessions in the order in which they were held. */
export const sessions = repositories
  .flatMap(({ name, sessions }) => sessions.map((each) => ({ ...each, repository: name })))
  .sort((a, b) => a.day - b.day || a.hour - b.hour)

/** What is asked after the week; `isTelling` where something should be brought. */
export const probes = repositories.flatMap(({ name, prompts, partOf }) =>
  [prompts.telling, prompts.silent].flatMap((list, which) =>
    list.map((probe, place) => ({
      ...probe,
      id: `${name}-${which === 0 ? 'telling' : 'silent'}-${place}`,
      repository: name,
      part: partOf(place),
      isTelling: which === 0,
    })),
  ),
)
