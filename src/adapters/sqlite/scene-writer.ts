import { isFull, joinsScene } from '../../memory/episodic/scene.js'
import type { Memory } from '../../memory/memory.js'
import type { NewMemory } from '../../ports/memory-store.js'
import type { Statements } from './statements.js'

/** Project and session by their numbers. */
interface Home {
  readonly project: number
  readonly session: number
}

type Placed = Pick<NewMemory, 'memory' | 'joinsScene' | 'sceneWith'>

/** REC6: which scene a memory is part of, decided once, here, where writes are in order. */
export class SceneWriter {
  readonly #sql: Statements

  constructor(sql: Statements) {
    this.#sql = sql
  }

  /** 0 when it stands alone. */
  sceneFor({ memory, joinsScene: mayJoin, sceneWith }: Placed, home: Home): number {
    if (memory.kind !== 'episode' && memory.kind !== 'note') return 0
    if (sceneWith !== undefined) return this.#sceneWith(sceneWith, memory, home)
    return mayJoin ? this.#sceneAfterPrevious(memory, home) : 0
  }

  #sceneAfterPrevious({ happenedAt }: Memory, { session, project }: Home): number {
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

  /** Whatever another store says, a scene stays within its session and project, and within its size. */
  #sceneWith(id: string, memory: Memory, { session, project }: Home): number {
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
