import { flag } from './codes.js'
import { type MemberRow, type SceneRow, toSceneRow } from './scene-row.js'

interface Counted {
  members: number
  readonly speakers: Map<number, number>
  questions: number
}

/** The rows of all scenes, counted from their members in any order. */
export class SceneTally {
  readonly #scenes = new Map<number, Counted>()

  get size(): number {
    return this.#scenes.size
  }

  add({ scene, speaker, flags }: MemberRow & { readonly scene: number }): void {
    if (scene === 0) return
    let counted = this.#scenes.get(scene)
    if (counted === undefined) {
      counted = { members: 0, speakers: new Map(), questions: 0 }
      this.#scenes.set(scene, counted)
    }
    counted.members++
    if (speaker === 0) return
    counted.speakers.set(speaker, (counted.speakers.get(speaker) ?? 0) + 1)
    if ((flags & flag.isQuestion) !== 0) counted.questions++
  }

  sceneOf(scene: number): SceneRow | undefined {
    const counted = this.#scenes.get(scene)
    return counted === undefined ? undefined : toSceneRow(counted)
  }
}
