import type { Random } from '../support/random.js'

export type Body = Readonly<Record<string, unknown>>

/** A call that writes, and what its answer promises. */
export interface Write {
  readonly tool: string
  readonly input: Body
  /** To be told when it was answered, and not when nobody knows. */
  answered(body: Body): void
}

/** What is known of a memory from answers alone. */
export interface Known {
  readonly text: string
  importance?: number
  /** `perhaps` from when it is asked to be erased until that is answered. */
  isGone: boolean | 'perhaps'
  /** What it corrected: both go together. */
  readonly corrects?: string
}

/** An edge that was answered, by the ids of its ends. */
type Joined = readonly [source: string, target: string, type: string]

/** What was answered so far. */
export interface Told {
  readonly memories: ReadonlyMap<string, Readonly<Known>>
  readonly joined: readonly Joined[]
  /** Ids of goals, each in a session of its own. */
  readonly goals: readonly string[]
}

/**
 * Writes of every operation there is, and what they were answered. Many may be under way at once: what one of them
 * changes is left alone by the others.
 */
export class Story implements Told {
  readonly memories = new Map<string, Known>()
  readonly joined: Joined[] = []
  readonly goals: string[] = []
  readonly #random: Random
  readonly #name: string
  readonly #free: Record<'episode' | 'entity' | 'skill', string[]> = { episode: [], entity: [], skill: [] }
  #told = 0

  constructor(random: Random, name = 'harbour') {
    this.#random = random
    this.#name = name
  }

  /** Not the same twice, and now and then long enough for pages of its own. */
  text(): string {
    const number = ++this.#told
    const base = `Ship ${this.#name}-${number} moored at pier ${number % 17} with cargo №${number * 7919}.`
    return this.#random.below(8) === 0 ? `${base} ${'Its log went on about the weather. '.repeat(200)}` : base
  }

  /** What is known at this moment, for whoever looks later. */
  snapshot(): Told {
    return {
      memories: new Map([...this.memories].map(([id, known]) => [id, { ...known }])),
      joined: [...this.joined],
      goals: [...this.goals],
    }
  }

  next(): Write {
    return this.#random.pick(this.#random.below(12) === 0 ? this.#slowWrites() : this.#writes())()
  }

  /** What looks at everything, or rewrites the file: tried as well, but seldom. */
  #slowWrites(): (() => Write)[] {
    const { episode } = this.#free
    return [
      () => plain('consolidate_now', {}),
      () => plain('gwt_reset', { confirm: 'RESET_RUNTIME' }),
      () => plain('gwt_compact_working_memory', { max_items: 1, dry_run: false, confirm: 'COMPACT_WORKING' }),
      ...(episode.length === 0 ? [] : [() => this.#forget(take(episode)), () => this.#forget(take(episode))]),
    ]
  }

  #writes(): (() => Write)[] {
    const { episode, entity, skill } = this.#free
    return [
      () => this.#remember(),
      () => this.#createEpisode(),
      () => this.#createEpisode(),
      () => this.#createEntity(),
      () => this.#createSkill(),
      () => this.#store(),
      () => this.#setGoal(),
      () => this.#import('gwt_import_memory'),
      () => this.#import('gwt_restore_memory'),
      () => plain('gwt_store', { content: this.text(), memory_type: 'working' }),
      () => plain('gwt_broadcast', {}),
      () => plain('gwt_attend', { question: 'Which ship moored last?' }),
      () => plain('gwt_query', { query: 'cargo' }),
      ...(episode.length === 0
        ? []
        : [
            () => this.#mark(take(episode)),
            () => this.#correct(take(episode)),
            () => plain('gwt_evict', { item_id: this.#random.pick(episode) }),
            () => plain('bring_back', { id: this.#random.pick(episode) }),
          ]),
      ...(entity.length < 2
        ? []
        : [
            () => this.#relate(take(entity), this.#random.pick(entity)),
            () => this.#link(take(entity), this.#random.pick(entity)),
            () => this.#supersede(take(entity)),
          ]),
      ...(skill.length === 0 ? [] : [() => this.#execute(take(skill)), () => this.#deprecate(take(skill))]),
    ]
  }

  #know(id: unknown, text: string, pool?: 'episode' | 'entity', corrects?: string): void {
    this.memories.set(String(id), { text, isGone: false, ...(corrects === undefined ? {} : { corrects }) })
    if (pool !== undefined) this.#free[pool].push(String(id))
  }

  #remember(): Write {
    const text = this.text()
    return { tool: 'remember', input: { text }, answered: ({ id }) => this.#know(id, text, 'episode') }
  }

  #createEpisode(): Write {
    const content = this.text()
    return {
      tool: 'create_episode',
      input: { content },
      answered: ({ id }) => this.#know(id, content, 'episode'),
    }
  }

  #createEntity(): Write {
    const summary = this.text().slice(0, 500)
    const name = `Crane ${this.#name} ${this.#told}`
    return {
      tool: 'create_entity',
      input: { name, entity_type: 'TOOL', summary },
      answered: ({ id }) => this.#know(id, `${name}: ${summary}`, 'entity'),
    }
  }

  #createSkill(): Write {
    const vessel = `${this.#name}-${++this.#told}`
    return {
      tool: 'create_skill',
      input: { trajectory: [{ tool: 'moor', parameters: { vessel } }], outcome_score: 0.9, domain: 'coding' },
      answered: ({ id, created }) => {
        // One that is like another is not made twice.
        if (created === true) this.#free.skill.push(String(id))
      },
    }
  }

  #store(): Write {
    const content = this.text()
    return { tool: 'gwt_store', input: { content }, answered: ({ id }) => this.#know(id, content) }
  }

  #setGoal(): Write {
    const input = { description: this.text().slice(0, 60), session_id: `watch-${this.#name}-${this.#told}` }
    return { tool: 'gwt_set_goal', input, answered: ({ goal_id }) => void this.goals.push(String(goal_id)) }
  }

  #import(tool: string): Write {
    const contents = Array.from({ length: 1 + this.#random.below(6) }, () => this.text())
    return {
      tool,
      input: { jsonl: contents.map((content) => JSON.stringify({ content })).join('\n') },
      answered: ({ imported_ids }) =>
        (imported_ids as string[]).forEach((id, at) => {
          this.#know(id, contents[at]!)
        }),
    }
  }

  #mark(episode_id: string): Write {
    const new_valence = 0.51 + this.#random.below(40) / 100
    // Until it is answered, nobody knows.
    const known = this.memories.get(episode_id)!
    known.importance = undefined
    const answered = () => {
      known.importance = new_valence
    }
    return { tool: 'mark_important', input: { episode_id, new_valence }, answered }
  }

  #correct(id: string): Write {
    const text = this.text()
    return { tool: 'correct', input: { id, text }, answered: ({ new_id }) => this.#know(new_id, text, 'episode', id) }
  }

  #forget(id: string): Write {
    const chain = this.#chain(id)
    for (const each of chain) each.isGone = 'perhaps'
    const answered = () => {
      for (const each of chain) each.isGone = true
    }
    return { tool: 'forget', input: { ids: [id], dry_run: false }, answered }
  }

  #chain(id: string | undefined): Known[] {
    const known = id === undefined ? undefined : this.memories.get(id)
    return known === undefined ? [] : [known, ...this.#chain(known.corrects)]
  }

  #relate(source_id: string, target_id: string): Write {
    const answered = () => void this.joined.push([source_id, target_id, 'USES'])
    return { tool: 'create_relation', input: { source_id, target_id, relation_type: 'USES' }, answered }
  }

  #link(source_id: string, target_id: string): Write {
    return plain('gwt_link', { source_id, target_id })
  }

  #supersede(entity_id: string): Write {
    const new_summary = this.text().slice(0, 500)
    const answered = ({ new_id, name }: Body) => this.#know(new_id, `${name}: ${new_summary}`, 'entity')
    return { tool: 'supersede_fact', input: { entity_id, new_summary }, answered }
  }

  #execute(procedure_id: string): Write {
    const answered = () => void this.#free.skill.push(procedure_id)
    return { tool: 'execute_skill', input: { procedure_id, success: true }, answered }
  }

  #deprecate(procedure_id: string): Write {
    return plain('deprecate_skill', { procedure_id })
  }
}

/** Of which no more is asked than that it was done wholly or not at all. */
const plain = (tool: string, input: Body): Write => ({ tool, input, answered: () => undefined })

const take = (from: string[]): string => from.pop()!
