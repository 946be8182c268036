import type { Statements } from '../connection/statements.js'

/** Which scenes are conversations (REC15), as was decided when their members were written. */
export class SceneShapes {
  readonly #sql: Statements
  /** By scene. */
  #isConversation = new Uint8Array(0)

  constructor(sql: Statements) {
    this.#sql = sql
  }

  isConversation(scene: number): boolean {
    return scene < this.#isConversation.length && this.#isConversation[scene] === 1
  }

  load(): void {
    this.#isConversation.fill(0)
    this.#mark('SELECT json_group_array(id) AS scenes FROM scenes WHERE conversation = 1')
  }

  /** Reads these scenes again, whose members have changed. */
  reload(scenes: ReadonlySet<number>): void {
    if (scenes.size === 0) return
    for (const scene of scenes) if (scene < this.#isConversation.length) this.#isConversation[scene] = 0
    this.#mark(
      `SELECT json_group_array(id) AS scenes FROM scenes
       WHERE conversation = 1 AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify([...scenes]),
    )
  }

  #mark(query: string, ...values: readonly string[]): void {
    const scenes: readonly number[] = JSON.parse(this.#sql.find<{ scenes: string }>(query, ...values)?.scenes ?? '[]')
    for (const scene of scenes) {
      if (scene >= this.#isConversation.length) {
        const larger = new Uint8Array(Math.max(1024, scene + 1, this.#isConversation.length * 2))
        larger.set(this.#isConversation)
        this.#isConversation = larger
      }
      this.#isConversation[scene] = 1
    }
  }
}
