import { chat, general, otherWorlds } from './broader/anywhere.mjs'
import { german, sprechzimmerSessions } from './broader/german.mjs'
import { inkwellBroader } from './broader/inkwell.mjs'
import { signalboxBroader } from './broader/signalbox.mjs'
import { tidegaugeBroader } from './broader/tidegauge.mjs'
import { coldbayPrompts } from './prompts/coldbay.mjs'
import { crumbtrailPrompts } from './prompts/crumbtrail.mjs'
import { hivescalePrompts } from './prompts/hivescale.mjs'
import { huettenbuchPrompts } from './prompts/huettenbuch.mjs'
import { inkwellPrompts } from './prompts/inkwell.mjs'
import { lichtpultPrompts } from './prompts/lichtpult.mjs'
import { mostwerkPrompts } from './prompts/mostwerk.mjs'
import { offbeatPrompts } from './prompts/offbeat.mjs'
import { signalboxPrompts } from './prompts/signalbox.mjs'
import { sprocketPrompts } from './prompts/sprocket.mjs'
import { stackroomPrompts } from './prompts/stackroom.mjs'
import { tidegaugePrompts } from './prompts/tidegauge.mjs'
import { silence } from './script.mjs'
import { coldbay } from './sessions/coldbay.mjs'
import { crumbtrail } from './sessions/crumbtrail.mjs'
import { hivescale } from './sessions/hivescale.mjs'
import { huettenbuch } from './sessions/huettenbuch.mjs'
import { inkwell } from './sessions/inkwell.mjs'
import { lichtpult } from './sessions/lichtpult.mjs'
import { mostwerk } from './sessions/mostwerk.mjs'
import { offbeat } from './sessions/offbeat.mjs'
import { signalbox } from './sessions/signalbox.mjs'
import { sprocket } from './sessions/sprocket.mjs'
import { stackroom } from './sessions/stackroom.mjs'
import { tidegauge } from './sessions/tidegauge.mjs'

/** More prompts for development, most of which want silence: for whoever works on relevance, not for the page. */
export const partsForWork = ['broader']
const anywhere = [...chat, ...general, ...otherWorlds].map(silence)
const broader = ({ telling, silent }) => ({ telling, silent: [...silent, ...anywhere] })

const repositories = [
  { part: 'development', owner: 'quillworks', name: 'inkwell', sessions: inkwell, prompts: inkwellPrompts },
  { part: 'development', owner: 'quillworks', name: 'tidegauge', sessions: tidegauge, prompts: tidegaugePrompts },
  { part: 'development', owner: 'quillworks', name: 'signalbox', sessions: signalbox, prompts: signalboxPrompts },
  { part: 'development-2', owner: 'st-judes', name: 'crumbtrail', sessions: crumbtrail, prompts: crumbtrailPrompts },
  { part: 'development-2', owner: 'mkessler', name: 'sprocket', sessions: sprocket, prompts: sprocketPrompts },
  {
    part: 'development-2',
    owner: 'sektion-see',
    name: 'huettenbuch',
    sessions: huettenbuch,
    prompts: huettenbuchPrompts,
  },
  { part: 'development-3', owner: 'oakhollow', name: 'hivescale', sessions: hivescale, prompts: hivescalePrompts },
  { part: 'development-3', owner: 'northquay', name: 'coldbay', sessions: coldbay, prompts: coldbayPrompts },
  { part: 'development-3', owner: 'obsthof-lenz', name: 'mostwerk', sessions: mostwerk, prompts: mostwerkPrompts },
  { part: 'set-aside', owner: 'radio-tideway', name: 'offbeat', sessions: offbeat, prompts: offbeatPrompts },
  { part: 'set-aside', owner: 'calder-libraries', name: 'stackroom', sessions: stackroom, prompts: stackroomPrompts },
  { part: 'set-aside', owner: 'schaubuehne-nord', name: 'lichtpult', sessions: lichtpult, prompts: lichtpultPrompts },
  { part: 'broader', owner: 'quillworks', name: 'inkwell', sessions: inkwell, prompts: broader(inkwellBroader) },
  { part: 'broader', owner: 'quillworks', name: 'tidegauge', sessions: tidegauge, prompts: broader(tidegaugeBroader) },
  { part: 'broader', owner: 'quillworks', name: 'signalbox', sessions: signalbox, prompts: broader(signalboxBroader) },
  {
    part: 'broader',
    owner: 'quillworks',
    name: 'sprechzimmer',
    sessions: sprechzimmerSessions,
    prompts: broader(german),
  },
]

/** Each is a week of its own; `set-aside` is the one that no rule was made with. README.md says who wrote which, and what was seen of it. */
export const parts = [...new Set(repositories.map(({ part }) => part))].filter((part) => !partsForWork.includes(part))

const owners = new Map(repositories.map(({ name, owner }) => [name, owner]))
/** As `git clone` names it: hooks know the project by its remote. */
export const projectOf = (repository) => `${owners.get(repository)}/${repository}`

/** All sessions in the order in which they were held. */
export const sessions = repositories
  .flatMap(({ name, part, sessions }) => sessions.map((each) => ({ ...each, part, repository: name })))
  .sort((a, b) => a.day - b.day || a.hour - b.hour)

/** What is asked after the week; `isTelling` where something should be brought. */
export const probes = repositories.flatMap(({ name, part, prompts }) =>
  [prompts.telling, prompts.silent].flatMap((list, which) =>
    list.map((probe, place) => ({
      ...probe,
      id: `${name}-${which === 0 ? 'telling' : 'silent'}-${place}`,
      repository: name,
      part,
      isTelling: which === 0,
    })),
  ),
)
