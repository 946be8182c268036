import { joinsScene } from '../../episodic/scene.js'

interface Run {
  readonly number: number
  readonly sceneSize: number
  readonly happenedAt: number
}

/** More conversations than are ever open at once; older ones would only begin their count again. */
const mostConversations = 1_000

/**
 * REC6 for conversations that come in their order: a long one is several scenes, and so is one that was left for an
 * hour. The same in every run, because it follows from what came before in the conversation.
 */
export class ConversationScenes {
  readonly #runs = new Map<string, Run>()

  /** What the members of the scene have in common that the next of this conversation belongs to. */
  sceneOf(conversation: string, happenedAt: number | null): string {
    const last = this.#runs.get(conversation)
    const now = happenedAt ?? last?.happenedAt ?? 0
    const run = { number: (last?.number ?? -1) + 1, sceneSize: 1, happenedAt: now }
    const goesOn = last !== undefined && joinsScene(last, now)
    const next = goesOn ? { ...last, sceneSize: last.sceneSize + 1, happenedAt: now } : run
    if (this.#runs.size >= mostConversations) this.#runs.clear()
    this.#runs.set(conversation, next)
    return `${conversation}#${next.number}`
  }
}
