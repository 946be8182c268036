import type { FailureCode } from '../../memory/workflow/conversation/run.js'
import type { FinalOutput } from '../../memory/workflow/retrieval/final-output.js'

interface Told {
  /** The cursor. */
  readonly id: number
  readonly message_id: string
  readonly message: string
  readonly timestamp: string
}

/** WSS1: what a stream tells. */
export type WorkflowFrame =
  | (Told & { readonly type: 'progress' })
  | (Told & { readonly type: 'status'; readonly data: Standing })
  | (Told & { readonly type: 'memories'; readonly data: FinalOutput })
  | (Told & { readonly type: 'complete' })
  | (Told & { readonly type: 'error'; readonly data: { readonly code: FailureCode } })

type Standing =
  | { readonly status: 'waiting_for_input'; readonly clarification_question: string }
  | { readonly status: 'cancelled' }

/** WSS3: nothing of its run comes after it. */
export const endsRun = (frame: WorkflowFrame): boolean =>
  frame.type === 'complete' || frame.type === 'error' || (frame.type === 'status' && frame.data.status === 'cancelled')
