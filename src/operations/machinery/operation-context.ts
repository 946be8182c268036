import type { Access } from '../../memory/access/access.js'
import type { Weights } from '../../memory/activation/weights.js'
import type { ArchivePolicy } from '../../memory/consolidation/archiving.js'
import type { CallSource } from '../../memory/origin.js'
import type { SecretFinder } from '../../memory/secrets/find-secrets.js'
import type { SecretPolicy } from '../../memory/secrets/secret-policy.js'
import type { Clock } from '../../ports/clock.js'
import type { Embedder } from '../../ports/embedder.js'
import type { Ids } from '../../ports/ids.js'
import type { LanguageModel } from '../../ports/language-model.js'
import type { Log } from '../../ports/log.js'
import type { MemoryStore } from '../../ports/memory-store.js'
import type { Repository } from '../../ports/repository.js'
import type { Coactivation, Use } from '../../ports/store/write.js'
import type { TokenSpace } from '../../ports/token-space.js'
import type { Bus } from '../workspace/bus/bus.js'
import type { Namespace } from '../workspace/cycle/namespace.js'
import type { StructureCache } from '../workspace/cycle/structures.js'

/** The progress of a long operation. */
export interface Progress {
  /** The part of the operation; each part counts from zero. */
  readonly stage: string
  readonly done: number
  readonly total: number
  readonly message: string
}

/** Analysing the question, embedding it, and ranking in the store, including the wait for the store's thread. */
export type RecallStage = 'read' | 'embed' | 'rank'

/** Options of one call. */
export interface CallOptions {
  readonly onProgress?: (progress: Progress) => void
  /** A long operation ends at the next consistent point. */
  readonly signal?: AbortSignal
  /** The access of an external caller; without it the owner calls. */
  readonly access?: Access
  /** The door and client of the call; by default those of the process. */
  readonly from?: CallSource
  /** COM14: how many times the answer is sent; MCP sends it as text and as structured content. Default 1. */
  readonly copies?: number
  /** Receives how long each stage of a recall took; without it nothing is measured. */
  readonly onStage?: (stage: RecallStage, ms: number) => void
}

/** Everything an operation may use. */
export interface OperationContext extends CallOptions {
  readonly memories: MemoryStore
  readonly embedder: Embedder
  /** Loads at the first call: start-up does not wait for the model. */
  readonly tokenSpace: () => Promise<TokenSpace>
  /** ACT8: queues uses, which are written within a second; no caller waits for that. */
  readonly noteUses: (uses: readonly Use[], coactivations: readonly Coactivation[]) => void
  readonly structures: StructureCache
  readonly bus: Bus
  readonly clock: Clock
  readonly ids: Ids
  readonly log: Log
  readonly weights: Weights
  /** Without one, rules do its work. */
  readonly languageModel?: LanguageModel
  /** CON6: without one nothing is archived. */
  readonly retirement?: ArchivePolicy
  /** The repository that the process was started in, if any. */
  readonly repository?: Repository
  /** COM4: the policy for new texts; imports of exported memories are exempt. */
  readonly secrets: SecretPolicy
  /** Of a call whose texts have been scanned: it does not scan the same text again. */
  readonly findSecrets?: SecretFinder
  readonly defaults: { readonly session: string; readonly project: string | null }
  readonly dataDir: string
  /** GWT18: the namespace of the data directory. */
  readonly namespace: Namespace
  /** Set in tests: every answer is checked against its schema. */
  readonly checksOutput: boolean
}

/** What an operation asks for: these roles of the store, and these other parts of the context. */
export type Using<Roles, Parts extends keyof OperationContext = never> = { readonly memories: Roles } & Pick<
  OperationContext,
  Parts
>

/** The parts that a recall needs besides the store. */
export type Recalling = 'embedder' | 'tokenSpace' | 'weights' | 'onStage' | 'signal'

/** The parts that a new text needs: its id, vector, tokens, the secrets already found in it, and who wrote it. */
export type Composing = 'ids' | 'embedder' | 'tokenSpace' | 'findSecrets' | 'signal' | 'access'
