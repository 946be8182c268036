import { joinsScene } from '../episodic/scene.js'

interface Run {
  readonly number: number
  readonly sceneSize: number
  readonly happenedAt: number
}

/** More conversations than are ever open at once. Clearing the map only restarts their scene numbers. */
const maxConversations = 1_000

/**
 * REC6 for imported conversations, whose messages arrive in order: a long conversation, or one with a pause of an hour,
 * is several scenes. The result depends on the earlier messages only, so that every run gives the same scenes.
 */
export class ConversationScenes {
  readonly #runs = new Map<string, Run>()

  /** The key of the scene that the next message of this conversation belongs to. */
  sceneOf(conversation: string, happenedAt: number | null): string {
    const last = this.#runs.get(conversation)
    const now = happenedAt ?? last?.happenedAt ?? 0
    const run = { number: (last?.number ?? -1) + 1, sceneSize: 1, happenedAt: now }
    const continues = last !== undefined && joinsScene(last, now)
    const next = continues ? { ...last, sceneSize: last.sceneSize + 1, happenedAt: now } : run
    if (this.#runs.size >= maxConversations) this.#runs.clear()
    this.#runs.set(conversation, next)
    return `${conversation}#${next.number}`
  }
}
