import { isFull, joinsScene } from '../../../memory/episodic/scene.js'
import type { SceneLine } from '../../../memory/episodic/scene-shape.js'
import type { Memory } from '../../../memory/memory.js'
import type { NewMemory } from '../../../ports/store/write.js'
import { addMember, emptyScene, type SceneRow } from '../../relational/scene-row.js'
import type { Statements } from '../connection/statements.js'

/** Ids of a project, a session and a speaker; the speaker's is 0 without one. */
interface Ids {
  readonly project: number
  readonly session: number
  readonly speaker: number
}

interface Placed extends Pick<NewMemory, 'memory' | 'joinsScene' | 'sceneWith'> {
  readonly index: Pick<NewMemory['index'], 'isQuestion'>
}

type StoredScene = Pick<SceneRow, 'members' | 'speakers' | 'questions'> & { readonly scene: number }

const sceneColumns = `scene, coalesce(members, 0) AS members, coalesce(speakers, '') AS speakers,
  coalesce(questions, 0) AS questions`

/** REC6: assigns a memory to a scene, once, when it is written. */
export class SceneWriter {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Returns 0 for a memory without a scene. */
  sceneFor(added: Placed, ids: Ids): number {
    const { memory, joinsScene: mayJoin, sceneWith, index } = added
    if (memory.kind !== 'episode' && memory.kind !== 'note') return 0
    if (sceneWith === undefined && !mayJoin) return 0
    const joined = sceneWith === undefined ? this.#sceneBefore(memory, ids) : this.#sceneWith(sceneWith, memory, ids)
    const line = { speaker: ids.speaker, isQuestion: index.isQuestion }
    return joined === undefined ? this.#open(line) : this.#join(joined, line)
  }

  #sceneBefore({ happenedAt }: Memory, { session, project }: Ids): StoredScene | undefined {
    const previous = this.#sql.find<StoredScene & { happenedAt: number }>(
      `SELECT ${sceneColumns}, happened_at AS happenedAt FROM memories LEFT JOIN scenes ON scenes.id = scene
       WHERE session = ? AND project = ? AND scene > 0 AND happened_at <= ?
       ORDER BY happened_at DESC, row DESC LIMIT 1`,
      session,
      project,
      happenedAt,
    )
    if (previous === undefined) return undefined
    return joinsScene({ happenedAt: previous.happenedAt, sceneSize: previous.members }, happenedAt)
      ? previous
      : undefined
  }

  /** An imported scene too stays within its session and project, and within the maximum size. */
  #sceneWith(id: string, memory: Memory, { session, project }: Ids): StoredScene | undefined {
    const found = this.#sql.find<StoredScene>(
      `SELECT ${sceneColumns} FROM memories JOIN scenes ON scenes.id = scene
       WHERE memories.id = ? AND session = ? AND project = ?`,
      id,
      session,
      project,
    )
    return found !== undefined && id !== memory.id && !isFull(found.members) ? found : undefined
  }

  #open(line: SceneLine): number {
    const { members, speakers, questions, conversation } = addMember(emptyScene, line)
    return this.#sql.run(
      'INSERT INTO scenes (members, speakers, questions, conversation) VALUES (?, ?, ?, ?)',
      members,
      speakers,
      questions,
      conversation,
    )
  }

  #join({ scene, ...stored }: StoredScene, line: SceneLine): number {
    updateScene(this.#sql, scene, addMember({ ...stored, conversation: 0 }, line))
    return scene
  }
}

export function updateScene(sql: Statements, scene: number, row: SceneRow): void {
  sql.run(
    'UPDATE scenes SET members = ?, speakers = ?, questions = ?, conversation = ? WHERE id = ?',
    row.members,
    row.speakers,
    row.questions,
    row.conversation,
    scene,
  )
}
