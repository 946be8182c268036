import { isFull, joinsScene } from '../../../memory/episodic/scene.js'
import type { Memory } from '../../../memory/memory.js'
import type { NewMemory } from '../../../ports/store/write.js'
import type { Statements } from '../connection/statements.js'

/** Ids of a project and a session. */
interface ScopeIds {
  readonly project: number
  readonly session: number
}

type Placed = Pick<NewMemory, 'memory' | 'joinsScene' | 'sceneWith'>

/** REC6: assigns a memory to a scene, once, when it is written. */
export class SceneWriter {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** Returns 0 for a memory without a scene. */
  sceneFor({ memory, joinsScene: mayJoin, sceneWith }: Placed, scope: ScopeIds): number {
    if (memory.kind !== 'episode' && memory.kind !== 'note') return 0
    if (sceneWith !== undefined) return this.#sceneWith(sceneWith, memory, scope)
    return mayJoin ? this.#sceneAfterPrevious(memory, scope) : 0
  }

  #sceneAfterPrevious({ happenedAt }: Memory, { session, project }: ScopeIds): number {
    const previous = this.#sql.find<{ scene: number; happenedAt: number; sceneSize: number }>(
      `SELECT scene, happened_at AS happenedAt, (SELECT members FROM scenes WHERE id = scene) AS sceneSize
       FROM memories WHERE session = ? AND project = ? AND scene > 0 AND happened_at <= ?
       ORDER BY happened_at DESC, row DESC LIMIT 1`,
      session,
      project,
      happenedAt,
    )
    return previous !== undefined && joinsScene(previous, happenedAt) ? this.#join(previous.scene) : this.#open()
  }

  /** An imported scene too stays within its session and project, and within the maximum size. */
  #sceneWith(id: string, memory: Memory, { session, project }: ScopeIds): number {
    const found = this.#sql.find<{ scene: number; sceneSize: number }>(
      `SELECT scene, members AS sceneSize FROM memories JOIN scenes ON scenes.id = scene
       WHERE memories.id = ? AND session = ? AND project = ?`,
      id,
      session,
      project,
    )
    return found !== undefined && id !== memory.id && !isFull(found.sceneSize) ? this.#join(found.scene) : this.#open()
  }

  #open(): number {
    return this.#sql.run('INSERT INTO scenes (members) VALUES (1)')
  }

  #join(scene: number): number {
    this.#sql.run('UPDATE scenes SET members = members + 1 WHERE id = ?', scene)
    return scene
  }
}
