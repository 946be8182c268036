import { countLine, isConversation, type SceneLine, type SceneLines } from '../../memory/episodic/scene-shape.js'
import { flag } from './codes.js'

/** A row of `scenes`, the same in both engines. */
export interface SceneRow {
  readonly members: number
  /** Lines of each speaker by the number of the name, ascending: "3:2 7:1". */
  readonly speakers: string
  /** Lines of speakers that are questions. */
  readonly questions: number
  /** REC15: 1 when the scene is a conversation, 0 for a row of notes. */
  readonly conversation: number
}

/** What of a member's row counts for its scene. */
export interface MemberRow {
  readonly speaker: number
  readonly flags: number
}

export const emptyScene: SceneRow = { members: 0, speakers: '', questions: 0, conversation: 0 }

export const addMember = (scene: SceneRow, line: SceneLine): SceneRow => withLine(scene, line, 1)

export const removeMember = (scene: SceneRow, { speaker, flags }: MemberRow): SceneRow =>
  withLine(scene, { speaker, isQuestion: (flags & flag.isQuestion) !== 0 }, -1)

const withLine = ({ members, speakers, questions }: SceneRow, line: SceneLine, change: 1 | -1): SceneRow =>
  toSceneRow(countLine({ members, speakers: unpackSpeakers(speakers), questions }, line, change))

export const toSceneRow = (scene: SceneLines): SceneRow => ({
  members: scene.members,
  speakers: packSpeakers(scene.speakers),
  questions: scene.questions,
  conversation: isConversation(scene) ? 1 : 0,
})

const packSpeakers = (speakers: ReadonlyMap<number, number>): string =>
  [...speakers]
    .sort(([a], [b]) => a - b)
    .map(([speaker, lines]) => `${speaker}:${lines}`)
    .join(' ')

function unpackSpeakers(packed: string): ReadonlyMap<number, number> {
  if (packed === '') return new Map()
  return new Map(packed.split(' ').map((each) => each.split(':').map(Number) as [number, number]))
}

/**
 * The `SceneRow` of every scene by `scene`, from its members, in the SQL of both engines. Schema 5 fills in with it what
 * earlier ones did not store. `tenantKey` is the column that comes before every key, followed by a comma.
 */
export const sceneRowsOfMembers = (tenantKey: '' | 'tenant_id,'): string => `
SELECT ${tenantKey} scene, members, speakers, questions,
  CASE WHEN voices > 1 AND spoken * 2 >= members AND (voices < spoken OR questions > 0 OR members = 2)
    THEN 1 ELSE 0 END AS conversation
FROM (
  SELECT ${tenantKey} scene, sum(lines) AS members, count(*) FILTER (WHERE speaker > 0) AS voices,
    coalesce(sum(lines) FILTER (WHERE speaker > 0), 0) AS spoken,
    coalesce(sum(asked) FILTER (WHERE speaker > 0), 0) AS questions,
    coalesce(string_agg(speaker || ':' || lines, ' ' ORDER BY speaker) FILTER (WHERE speaker > 0), '') AS speakers
  FROM (
    SELECT ${tenantKey} scene, speaker, count(*) AS lines, sum(flags & ${flag.isQuestion}) AS asked
    FROM memories WHERE scene > 0 GROUP BY ${tenantKey} scene, speaker
  ) AS voiced
  GROUP BY ${tenantKey} scene
) AS counted`
