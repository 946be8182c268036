import { isFull, joinsScene } from '../../../memory/episodic/scene.js'
import type { SceneLine } from '../../../memory/episodic/scene-shape.js'
import type { Memory } from '../../../memory/memory.js'
import type { NewMemory } from '../../../ports/store/write.js'
import { addMember, emptyScene, type SceneRow } from '../../relational/scene-row.js'
import { prepared, type Sql } from '../connection/sql.js'
import type { Transaction } from '../connection/transaction.js'
import { insertRows, numbers, tableOf } from '../schema/bulk-insert.js'
import type { KnownNames } from './look-up-ids.js'
import type { TransactionCounters } from './transaction-counters.js'

const scenes = tableOf(
  'scenes',
  { id: 'int', members: 'int', speakers: 'text', questions: 'int', conversation: 'smallint' },
  `ON CONFLICT (tenant_id, id) DO UPDATE SET members = excluded.members, speakers = excluded.speakers,
     questions = excluded.questions, conversation = excluded.conversation`,
)

const storedColumns = `coalesce(members, 0) AS members, coalesce(speakers, '') AS speakers,
  coalesce(questions, 0) AS questions, coalesce(conversation, 0) AS conversation`

const predecessors = prepared(
  'predecessors',
  `SELECT asked.place::int AS place, before.scene, before.happened_at AS "happenedAt", ${storedColumns}
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
  `SELECT memories.id, scene, session, project, ${storedColumns} FROM memories
   JOIN scenes ON scenes.tenant_id = $1 AND scenes.id = scene
   WHERE memories.tenant_id = $1 AND memories.id = ANY($2::text[])`,
)

/** The numbers of project and session. */
interface SceneScope {
  readonly project: number
  readonly session: number
}

/** With the number of the speaker, 0 without one. */
interface MemberNumbers extends SceneScope {
  readonly speaker: number
}

interface Place extends SceneScope {
  readonly scene: number
}

interface Member {
  readonly happenedAt: number
  readonly scene: number
}

/** REC6: decides which scene a memory belongs to, once, in the order of writes. */
export class SceneWriter {
  /** The stored memory before each new one, if there is one. */
  readonly #predecessors = new Map<NewMemory, Member>()
  readonly #places = new Map<string, Place>()
  readonly #scenes = new Map<number, SceneRow>()
  readonly #changed = new Set<number>()
  /** What this transaction has added, by scope, in the order of T_ref and then of writing. */
  readonly #added = new Map<string, Member[]>()

  static async lookUp(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<SceneWriter> {
    const writer = new SceneWriter()
    await Promise.all([writer.#lookUpPredecessors(sql, added, names), writer.#lookUpPlaces(sql, added)])
    return writer
  }

  async #lookUpPredecessors(sql: Sql, added: readonly NewMemory[], names: KnownNames): Promise<void> {
    const asked = added.flatMap((each) => {
      const session = names.findName(each.memory.session)
      const project = each.memory.project === null ? 0 : names.findName(each.memory.project)
      // A session or project without a number has no memories.
      if (!followsOthers(each) || session === undefined || project === undefined) return []
      return [{ each, session, project }]
    })
    if (asked.length === 0) return
    const found = await sql.all<Member & SceneRow & { place: number }>(
      predecessors,
      numbers(asked.map(({ session }) => session)),
      numbers(asked.map(({ project }) => project)),
      numbers(asked.map(({ each }) => each.memory.happenedAt)),
    )
    for (const { place, scene, happenedAt, ...row } of found) {
      this.#predecessors.set(asked[place - 1].each, { scene, happenedAt })
      this.#scenes.set(scene, row)
    }
  }

  async #lookUpPlaces(sql: Sql, added: readonly NewMemory[]): Promise<void> {
    const asked = new Set(added.flatMap(({ sceneWith }) => (sceneWith === undefined ? [] : [sceneWith])))
    if (asked.size === 0) return
    const found = await sql.all<Place & SceneRow & { id: string }>(scenesOf, [...asked])
    for (const { id, scene, session, project, ...row } of found) {
      this.#places.set(id, { scene, session, project })
      this.#scenes.set(scene, row)
    }
  }

  /** Returns the scene, or 0 for a memory outside scenes. */
  place(added: NewMemory, numbers: MemberNumbers, counters: TransactionCounters): number {
    const { memory, sceneWith } = added
    if (!hasScenes(memory) || (sceneWith === undefined && !added.joinsScene)) return 0
    const { project, session, speaker } = numbers
    const scope = { project, session }
    const members = this.#membersAt(scope)
    const joined =
      sceneWith === undefined ? this.#sceneBefore(added, members) : this.#sceneWith(sceneWith, memory, scope)
    const scene = joined ?? counters.next('scene')
    this.#add({ speaker, isQuestion: added.index.isQuestion }, scene)
    members.splice(endOf(members, memory.happenedAt), 0, { happenedAt: memory.happenedAt, scene })
    this.#places.set(memory.id, { ...scope, scene })
    return scene
  }

  #sceneBefore(added: NewMemory, members: readonly Member[]): number | undefined {
    const { happenedAt } = added.memory
    const stored = this.#predecessors.get(added)
    const ours = members[endOf(members, happenedAt) - 1]
    // Of two memories at the same moment, the later write counts.
    const previous = stored !== undefined && stored.happenedAt > (ours?.happenedAt ?? -Infinity) ? stored : ours
    if (previous === undefined) return undefined
    const before = { happenedAt: previous.happenedAt, sceneSize: this.#sizeOf(previous.scene) }
    return joinsScene(before, happenedAt) ? previous.scene : undefined
  }

  /** An imported scene is split if it crosses sessions or projects, or exceeds the maximum size. */
  #sceneWith(id: string, memory: Memory, scope: SceneScope): number | undefined {
    const found = this.#places.get(id)
    const isHere = found !== undefined && found.session === scope.session && found.project === scope.project
    return isHere && id !== memory.id && !isFull(this.#sizeOf(found.scene)) ? found.scene : undefined
  }

  #sizeOf(scene: number): number {
    return this.#scenes.get(scene)?.members ?? 0
  }

  #add(line: SceneLine, scene: number): void {
    this.#scenes.set(scene, addMember(this.#scenes.get(scene) ?? emptyScene, line))
    this.#changed.add(scene)
  }

  #membersAt({ project, session }: SceneScope): Member[] {
    const key = `${project} ${session}`
    const members = this.#added.get(key) ?? []
    this.#added.set(key, members)
    return members
  }

  send(transaction: Transaction): void {
    const changed = Array.from(this.#changed, (scene) => {
      const { members, speakers, questions, conversation } = this.#scenes.get(scene)!
      return [scene, members, speakers, questions, conversation]
    })
    insertRows(transaction, scenes, changed)
  }
}

const hasScenes = ({ kind }: Memory): boolean => kind === 'episode' || kind === 'note'

const followsOthers = ({ memory, sceneWith, joinsScene: mayJoin }: NewMemory): boolean =>
  hasScenes(memory) && sceneWith === undefined && mayJoin

/** Binary search: how many members happened at this moment or before. */
function endOf(members: readonly Member[], moment: number): number {
  let [from, to] = [0, members.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if (members[middle].happenedAt <= moment) from = middle + 1
    else to = middle
  }
  return from
}
