import { answerInput, answerOutput } from '../../../operations/workflow/answer-workflow.js'
import { executeInput, executeOutput } from '../../../operations/workflow/execute-workflow.js'
import { exampleOf } from './example-of.js'
import { type OpenApiResponse, type OpenApiSchema, type Paths, schemaRef } from './openapi.js'
import { countedHeaders, jsonContent } from './responses.js'
import { inputSchemaOf, outputSchemaOf } from './schema-of.js'

/** WFL7, by HTTP status. */
const errors: Readonly<Record<number, readonly [description: string, ...codes: string[]]>> = {
  400: ['The input is not valid.', 'INVALID_REQUEST'],
  401: ['This server needs a key, and the request has none that is valid.', 'UNAUTHORIZED'],
  403: ['The key does not allow this, or the request comes from an origin that is not allowed.', 'FORBIDDEN'],
  404: [
    'There is no such workflow or message that the caller may see.',
    'WORKFLOW_NOT_FOUND',
    'MESSAGE_NOT_FOUND',
    'NOT_FOUND',
  ],
  409: ['The workflow is busy with another message.', 'WORKFLOW_BUSY'],
  415: ['The body is not `application/json` in UTF-8.', 'INVALID_REQUEST'],
  429: ['The session has made too many calls; `Retry-After` says how long to wait.', 'RATE_LIMITED'],
  500: ['Nothing could be stored; the log has the cause.', 'INTERNAL_ERROR'],
  503: ['The server is shutting down; try again.', 'SERVER_RESTART'],
  504: ['The request timed out.', 'TIMEOUT'],
}
const uncounted = new Set(['401', '503'])

function errorResponses(...statuses: readonly number[]): Record<string, OpenApiResponse> {
  return Object.fromEntries(
    statuses.map((status): [string, OpenApiResponse] => {
      const [description, ...codes] = errors[status]!
      const retryAfter = { 'Retry-After': { $ref: '#/components/headers/Retry-After' } }
      const headers = { ...countedHeaders, ...(status === 429 ? retryAfter : {}) }
      return [
        String(status),
        {
          description,
          ...(uncounted.has(String(status)) ? {} : { headers }),
          content: jsonContent(errorSchema(codes), { detail: description, code: codes[0] }),
        },
      ]
    }),
  )
}

const errorSchema = (codes: readonly string[]): OpenApiSchema => ({
  type: 'object',
  properties: { detail: { type: 'string' }, code: { type: 'string', enum: codes } },
  required: ['detail', 'code'],
})

const answered = (description: string, schema: string, example: unknown): OpenApiResponse => ({
  description,
  headers: countedHeaders,
  content: jsonContent(schemaRef(schema), example),
})

const [executeTakes, executeAnswers] = [inputSchemaOf(executeInput), outputSchemaOf(executeOutput)]
const [answerTakes, answerAnswers] = [inputSchemaOf(answerInput), outputSchemaOf(answerOutput)]
const executed = exampleOf(executeAnswers)

export const workflowSchemas: Readonly<Record<string, OpenApiSchema>> = {
  ExecuteInput: executeTakes,
  ExecuteOutput: executeAnswers,
  AiAnswerInput: answerTakes,
  AiAnswerOutput: answerAnswers,
  StreamFrame: {
    type: 'object',
    description: 'A message of a workflow’s stream, as JSON text.',
    properties: {
      id: { type: 'integer', minimum: 0, description: 'The cursor: resume after it.' },
      message_id: { type: 'string', nullable: true },
      type: { type: 'string', enum: ['progress', 'status', 'memories', 'complete', 'error'] },
      message: { type: 'string' },
      data: { type: 'object', additionalProperties: true },
      timestamp: { type: 'string', format: 'date-time' },
    },
    required: ['id', 'message_id', 'type', 'message', 'timestamp'],
  },
}

/** The workflow door, which has its own error shape. */
export const workflowPaths: Paths = {
  '/workflow/execute': {
    post: {
      operationId: 'workflow_execute',
      tags: ['workflow'],
      summary: 'Ask a question, or answer a clarification question.',
      description: 'Without `workflow_id` it starts a new conversation. Follow the conversation over its stream.',
      requestBody: { required: true, content: jsonContent(schemaRef('ExecuteInput'), exampleOf(executeTakes)) },
      responses: {
        200: answered('The message was accepted; `status` is its state.', 'ExecuteOutput', executed),
        201: answered('A new conversation.', 'ExecuteOutput', executed),
        ...errorResponses(400, 401, 403, 404, 409, 415, 429, 500, 503, 504),
      },
    },
  },
  '/workflow/ai-answer': {
    post: {
      operationId: 'workflow_ai_answer',
      tags: ['workflow'],
      summary: 'Record the answer that the user got.',
      requestBody: { required: true, content: jsonContent(schemaRef('AiAnswerInput'), exampleOf(answerTakes)) },
      responses: {
        200: answered('It is recorded.', 'AiAnswerOutput', exampleOf(answerAnswers)),
        ...errorResponses(400, 401, 403, 404, 409, 415, 429, 500, 503, 504),
      },
    },
  },
  '/workflow/ws/{workflow_id}': {
    get: {
      operationId: 'workflow_stream',
      tags: ['workflow'],
      summary: 'Follow a workflow over a WebSocket.',
      description:
        'Sends `StreamFrame` messages and closes with 1000 after the end of the latest message. Takes the commands `{"command": "get_final"}` and `{"command": "cancel"}`. Without a valid key the socket closes with 4401. A request that is not an upgrade gets 404.',
      parameters: [
        {
          name: 'workflow_id',
          in: 'path',
          required: true,
          description: 'The id that `workflow_execute` returned.',
          schema: { type: 'string', format: 'uuid' },
        },
        {
          name: 'cursor',
          in: 'query',
          description:
            'Everything after this frame. Without it the whole conversation, or with `final_only` the end of its latest message.',
          schema: { type: 'integer', minimum: 0 },
        },
        {
          name: 'from',
          in: 'query',
          description: '`latest`: only the latest message, from its start. Counts where there is no `cursor`.',
          schema: { type: 'string', enum: ['latest'] },
        },
        {
          name: 'final_only',
          in: 'query',
          description: 'Only the end of each message; without `cursor`, of the latest message.',
          schema: { type: 'boolean', default: false },
        },
      ],
      responses: { 101: { description: 'The stream begins.' }, ...errorResponses(401, 403, 404, 429, 503) },
    },
  },
}
