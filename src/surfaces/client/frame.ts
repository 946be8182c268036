import type { FailureCode } from '../../memory/workflow/conversation/run.js'
import type { FinalOutput } from '../../memory/workflow/retrieval/final-output.js'

interface FrameBase {
  /** The cursor. */
  readonly id: number
  readonly message_id: string
  readonly message: string
  readonly timestamp: string
}

/** WSS1: a message of the stream. */
export type WorkflowFrame =
  | (FrameBase & { readonly type: 'progress' })
  | (FrameBase & { readonly type: 'status'; readonly data: RunState })
  | (FrameBase & { readonly type: 'memories'; readonly data: FinalOutput })
  | (FrameBase & { readonly type: 'complete' })
  | (FrameBase & { readonly type: 'error'; readonly data: { readonly code: FailureCode } })

type RunState =
  | { readonly status: 'waiting_for_input'; readonly clarification_question: string }
  | { readonly status: 'cancelled' }

/** WSS3: no frame of the run follows it. */
export const endsRun = (frame: WorkflowFrame): boolean =>
  frame.type === 'complete' || frame.type === 'error' || (frame.type === 'status' && frame.data.status === 'cancelled')
