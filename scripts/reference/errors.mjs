// Error codes, HTTP statuses, codes of the workflow door, close codes and exit codes.
import { errorCodes, WorldWeaverError } from '../../dist/errors.js'
import { statusOf } from '../../dist/surfaces/http/http-error.js'
import { toWorkflowError } from '../../dist/surfaces/http/workflow-error.js'
import { closeCodes } from '../../dist/surfaces/websocket/close-codes.js'
import { code, paragraphs, table, wordsFor } from './markdown.mjs'

const codeWords = {
  validation_error: [
    'The input is not valid; `field` names the part, the message says what is allowed.',
    'Change the input. The same call fails again.',
  ],
  not_found: [
    'There is no such memory, session, resource, workflow or operation that the caller can see.',
    'Check the id, the session and the project; `recall` finds ids.',
  ],
  rate_limited: [
    'The session has made too many calls in a minute, or the key has too many requests or streams open.',
    'Wait `retry_after` seconds, then call again.',
  ],
  timeout: [
    'The call timed out, or the server is shutting down.',
    'Call again. A write may have been executed: check with `recall` or `get_memory`.',
  ],
  internal_error: [
    'An internal error. The message says what to do, or gives a reference under which the log has the cause.',
    'Run `ww doctor`, which says how to repair what it finds, and look up the reference in the log.',
  ],
  unauthorized: [
    'The server needs a key, and the request has none, or one that is unknown, expired or revoked.',
    'Send a valid key (`ww key create`).',
  ],
  forbidden: [
    'The role or the sessions of the key do not allow this, or the host name or origin of the request is not allowed.',
    'Use a key that may do this; see [limit what a key may do](keys-and-tenants.md#limit-what-a-key-may-do). The same call fails again.',
  ],
}

/** Errors for which HTTP has a more specific status. */
const furtherStatuses = [
  ['405', '`validation_error`', 'Operations are called with `POST` (see the header `Allow`).'],
  ['413', '`validation_error`', 'The body is larger than 8 MiB.'],
  ['415', '`validation_error`', 'The body is not `application/json` in UTF-8.'],
  ['503', '`timeout`', 'The server is shutting down. Call again once it is back, or call another server.'],
]

/** Codes of the workflow door: where they occur, what they mean and what to do. */
const workflowWords = [
  [
    'INVALID_REQUEST',
    '400, 415',
    'The input is not valid, the body is too large, or it is not `application/json`. Change it.',
  ],
  ['UNAUTHORIZED', '401', 'No valid key. Send one.'],
  ['FORBIDDEN', '403', 'The key does not allow this. On the stream: it may follow, not cancel.'],
  [
    'WORKFLOW_NOT_FOUND',
    '404',
    'There is no such conversation that the caller may see. Start a new one, without `workflow_id`.',
  ],
  ['MESSAGE_NOT_FOUND', '404', 'The conversation has no such message, or it was forgotten.'],
  ['NOT_FOUND', '404', 'There is no such path.'],
  [
    'WORKFLOW_BUSY',
    '409',
    'The conversation is busy with another message. Follow its stream to the end, then call again.',
  ],
  ['RATE_LIMITED', '429', 'Too many calls. Wait as long as `Retry-After` says.'],
  ['INTERNAL_ERROR', '500, stream', 'Nothing could be stored, or the run failed. The log has the cause.'],
  ['SERVER_RESTART', '503, stream', 'The server is shutting down, or stopped before the run was done. Ask again.'],
  ['TIMEOUT', '504, stream', 'The request or the run timed out. Ask again.'],
  ['SUBQUERY_ERROR', 'stream', 'The question could not be planned. Ask again, or rephrase it.'],
  ['RETRIEVAL_ERROR', 'stream', 'The memories could not be read. Ask again; `ww doctor` checks the store.'],
  ['INVALID_COMMAND', 'stream', 'The command is neither `get_final` nor `cancel`. The socket stays open.'],
]

const closeWords = {
  done: 'The latest message has ended. Nothing to do.',
  slow: 'The client did not read for ten seconds. Open it again with `?cursor=`.',
  failed: 'An internal error of the server. Open it again with `?cursor=`.',
  badRequest: 'The id is not a UUID, or `cursor`, `from` or `final_only` is not valid. Change the URL.',
  unauthorized: 'No valid key, or the key is no longer valid. Open it again with a valid one.',
  notFound: 'There is no such conversation that the caller may see. Start a new one.',
}

/** Codes that the WebSocket protocol defines. */
const protocolCloses = [
  [1001, 'The server is shutting down. Open it again with `?cursor=`, there or at another server.'],
  [1009, 'A command was longer than 16 KiB.'],
]

export const errorsSection = () =>
  paragraphs(
    '## Errors',
    '`{"error": code, "message": text, "field"?: parameter, "retry_after"?: seconds}`: over MCP a tool result with `isError`, over HTTP the body, on the command line with `--json` on standard output, in the library and in the client a thrown `WorldWeaverError` with `code`, `message`, `field` and `retryAfter`. Programs should use the code; the message is for people and models, and may change.',
    '### Error codes',
    table(
      ['code', 'HTTP', 'workflow door', 'what it means', 'what to do'],
      errorCodes.map((each) => {
        const error = new WorldWeaverError(each, '')
        return [
          code(each),
          String(statusOf(error)),
          code(toWorkflowError(error).body.code),
          ...wordsFor(codeWords, each, 'the error code'),
        ]
      }),
    ),
    'Over MCP a resource cannot return an error as its result, so it is a JSON-RPC error with this body as its `data`: -32602 for `validation_error`, 429 for `rate_limited`, -32603 for the others; a resource that is not found is -32602 with its `uri`.',
    'Further HTTP statuses, and the code in their body:',
    table(['HTTP', 'code', 'what it means'], furtherStatuses),
    '### Codes of the workflow door',
    'At `/workflow/*` an error is `{"detail": text, "code": code}`, and on the stream a frame of type `error` with `data.code`. A failed run is not an error of the request: the reply has `status: failed`. In the client the code is the `reason` of a `WorkflowError`.',
    table(
      ['code', 'HTTP status, or stream', 'what it means, and what to do'],
      workflowWords.map(([each, ...rest]) => [code(each), ...rest]),
    ),
    '### Close codes of the stream',
    table(
      ['close code', 'why, and what to do'],
      [
        ...Object.entries(closeCodes).map(([name, number]) => [number, wordsFor(closeWords, name, 'the close code')]),
        ...protocolCloses,
      ]
        .sort(([a], [b]) => a - b)
        .map(([number, words]) => [code(number), words]),
    ),
    '### Exit codes of `ww`',
    table(
      ['exit code', 'what it means'],
      [
        ['`0`', 'Done.'],
        [
          '`1`',
          'The command failed, or a check found a problem; standard error says why, with `--json` standard output.',
        ],
        ['`2`', 'Usage error: an unknown command or option, or a missing argument.'],
      ],
    ),
    '[`ww hook`](#ww-hook) always ends with `0`: it must not stop the agent.',
  )
