import type { Access } from '../memory/access/access.js'
import type { Weights } from '../memory/activation/weights.js'
import type { RetirementPolicy } from '../memory/consolidation/retirement.js'
import type { SecretPolicy } from '../memory/secrets/secret-policy.js'
import type { Clock } from '../ports/clock.js'
import type { Embedder } from '../ports/embedder.js'
import type { Ids } from '../ports/ids.js'
import type { LanguageModel } from '../ports/language-model.js'
import type { Log } from '../ports/log.js'
import type { Coactivation, MemoryStore, Use } from '../ports/memory-store.js'
import type { Repository } from '../ports/repository.js'
import type { TokenSpace } from '../ports/token-space.js'
import type { Bus } from './workspace/bus/bus.js'
import type { Namespace } from './workspace/namespace.js'
import type { StructureKeeper } from './workspace/structures.js'

/** How far a long operation has come. */
export interface Progress {
  /** Which part of it: each counts anew. */
  readonly stage: string
  readonly done: number
  readonly total: number
  readonly message: string
}

/** Reading the question, embedding it, and ranking where the memories are, waiting for the store's thread included. */
export type RecallStage = 'read' | 'embed' | 'rank'

/** What a caller may add to one call. */
export interface CallOptions {
  readonly onProgress?: (progress: Progress) => void
  /** A long operation ends at the next place where nothing is half done. */
  readonly signal?: AbortSignal
  /** Of a caller from outside; without, the call is the owner's own. */
  readonly access?: Access
  /** Hears how long each part of a recall took; nothing is measured where nobody listens. */
  readonly onStage?: (stage: RecallStage, ms: number) => void
}

/** All that an operation may touch. */
export interface OperationContext extends CallOptions {
  readonly memories: MemoryStore
  readonly embedder: Embedder
  /** Loaded at the first call: start-up does not wait for the model. */
  readonly tokenSpace: () => Promise<TokenSpace>
  /** ACT8: taken note of now, written within a second, never waited for. */
  readonly noteUses: (uses: readonly Use[], coactivations: readonly Coactivation[]) => void
  readonly structures: StructureKeeper
  readonly bus: Bus
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly weights: Weights
  /** Optional: without one, rules do its work. */
  readonly languageModel?: LanguageModel
  /** CON6: nothing is retired without one. */
  readonly retirement?: RetirementPolicy
  /** Where the process was started, if in a repository. */
  readonly repository?: Repository
  /** COM4: for what is told, not for what is imported. */
  readonly secrets: SecretPolicy
  readonly defaults: { readonly session: string; readonly project: string | null }
  readonly dataDir: string
  /** Whose the data directory is. */
  readonly namespace: Namespace
  /** Tests hold every answer against its schema; at run time that would only cost. */
  readonly checksOutput: boolean
}
