import { isFull, joinsScene } from '../../memory/episodic/scene.js'
import type { Memory } from '../../memory/memory.js'
import type { NewMemory } from '../../ports/memory-store.js'
import type { KnownNames } from './look-up.js'
import { numbers, Rows, tableOf } from './rows.js'
import { prepared, type Sql } from './sql.js'
import type { Sums } from './sums.js'
import type { Transaction } from './transaction.js'

const scenes = tableOf(
  'scenes',
  { id: 'int', members: 'int' },
  'ON CONFLICT (tenant_id, id) DO UPDATE SET members = excluded.members',
)

const predecessors = prepared(
  'predecessors',
  `SELECT asked.place::int AS place, before.scene, before.happened_at AS "happenedAt", scenes.members AS size
   FROM unnest($2::int[], $3::int[], $4::bigint[]) WITH ORDINALITY AS asked(session, project, happened_at, place)
   CROSS JOIN LATERAL (
     SELECT scene, happened_at FROM memories
     WHERE tenant_id = $1 AND session = asked.session AND project = asked.project AND scene > 0
       AND happened_at <= asked.happened_at
     ORDER BY happened_at DESC, row DESC LIMIT 1
   ) AS before
   LEFT JOIN scenes ON scenes.tenant_id = $1 AND scenes.id = before.scene`,
)

const scenesOf = prepared(
  'scenes of memories',
  `SELECT memories.id, scene, session, project, members AS size FROM memories
   JOIN scenes ON scenes.tenant_id = $1 AND scenes.id = scene
   WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])`,
)

/** Project and session by their numbers. */
interface Home {
  readonly project: number
  readonly session: number
}

interface Place extends Home {
  readonly scene: number
}

interface Member {
  readonly happenedAt: number
  readonly scene: number
}

/** REC6: which scene a memory is part of, decided once, here, where writes are in order. */
export class SceneBook {
  /** Of what is to be added, those that have one: the memory before it among those that are stored. */
  readonly #predecessors = new Map<NewMemory, Member>()
  readonly #places = new Map<string, Place>()
  readonly #sizes = new Map<number, number>()
  readonly #changed = new Set<number>()
  /** By home, in the order of T_ref and then of writing: what this transaction has added. */
  readonly #added = new Map<string, Member[]>()

  static async lookUp(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<SceneBook> {
    const book = new SceneBook()
    await Promise.all([book.#lookUpPredecessors(sql, added, names), book.#lookUpPlaces(sql, added)])
    return book
  }

  async #lookUpPredecessors(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<void> {
    const asked = added.flatMap((each) => {
      const session = names.findName(each.memory.session)
      const project = each.memory.project === null ? 0 : names.findName(each.memory.project)
      // A session that has no number yet has no memories.
      if (!followsOthers(each) || session === undefined || project === undefined) return []
      return [{ each, session, project }]
    })
    if (asked.length === 0) return
    const found = await sql.all<Member & { place: number; size: number | null }>(
      predecessors,
      numbers(asked.map(({ session }) => session)),
      numbers(asked.map(({ project }) => project)),
      numbers(asked.map(({ each }) => each.memory.happenedAt)),
    )
    for (const { place, scene, happenedAt, size } of found) {
      this.#predecessors.set(asked[place - 1].each, { scene, happenedAt })
      this.#sizes.set(scene, size ?? 0)
    }
  }

  async #lookUpPlaces(sql: Sql, added: readonly NewMemory[]): Promise<void> {
    const asked = new Set(added.flatMap(({ sceneWith }) => (sceneWith === undefined ? [] : [sceneWith])))
    if (asked.size === 0) return
    const found = await sql.all<Place & { id: string; size: number }>(scenesOf, [...asked])
    for (const { id, size, ...place } of found) {
      this.#places.set(id, place)
      this.#sizes.set(place.scene, size)
    }
  }

  /** 0 when it stands alone. */
  place(added: NewMemory, home: Home, sums: Sums): number {
    const { memory, sceneWith } = added
    if (!hasScenes(memory)) return 0
    const members = this.#membersAt(home)
    let scene = 0
    if (sceneWith !== undefined) scene = this.#sceneWith(sceneWith, memory, home, sums)
    else if (added.joinsScene) scene = this.#sceneAfter(added, members, sums)
    if (scene === 0) return 0
    members.splice(endOf(members, memory.happenedAt), 0, { happenedAt: memory.happenedAt, scene })
    this.#places.set(memory.id, { ...home, scene })
    return scene
  }

  #sceneAfter(added: NewMemory, members: readonly Member[], sums: Sums): number {
    const { happenedAt } = added.memory
    const stored = this.#predecessors.get(added)
    const ours = members[endOf(members, happenedAt) - 1]
    // Of two at the same moment, the one that was written later.
    const previous = stored !== undefined && stored.happenedAt > (ours?.happenedAt ?? -Infinity) ? stored : ours
    if (previous === undefined) return this.#open(sums)
    const before = { happenedAt: previous.happenedAt, sceneSize: this.#sizes.get(previous.scene) ?? 0 }
    return joinsScene(before, happenedAt) ? this.#join(previous.scene) : this.#open(sums)
  }

  /** Whatever another store says, a scene stays within its session and project, and within its size. */
  #sceneWith(id: string, memory: Memory, home: Home, sums: Sums): number {
    const found = this.#places.get(id)
    const isHere = found !== undefined && found.session === home.session && found.project === home.project
    const mayJoin = isHere && id !== memory.id && !isFull(this.#sizes.get(found.scene) ?? 0)
    return mayJoin ? this.#join(found.scene) : this.#open(sums)
  }

  #open(sums: Sums): number {
    const scene = sums.next('scene')
    return this.#resize(scene, 1)
  }

  #join(scene: number): number {
    return this.#resize(scene, (this.#sizes.get(scene) ?? 0) + 1)
  }

  #resize(scene: number, size: number): number {
    this.#sizes.set(scene, size)
    this.#changed.add(scene)
    return scene
  }

  #membersAt({ project, session }: Home): Member[] {
    const key = `${project} ${session}`
    let members = this.#added.get(key)
    if (members === undefined) {
      members = []
      this.#added.set(key, members)
    }
    return members
  }

  send(transaction: Transaction): void {
    const rows = new Rows(scenes)
    for (const scene of this.#changed) rows.add(scene, this.#sizes.get(scene)!)
    rows.send(transaction)
  }
}

const hasScenes = ({ kind }: Memory): boolean => kind === 'episode' || kind === 'note'

const followsOthers = ({ memory, sceneWith, joinsScene: mayJoin }: NewMemory): boolean =>
  hasScenes(memory) && sceneWith === undefined && mayJoin

/** How many happened at this moment or before. */
function endOf(members: readonly Member[], moment: number): number {
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle].happenedAt <= moment) from = middle + 1
    else to = middle
  }
  return from
}
