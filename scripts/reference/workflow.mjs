// The workflow door: its endpoints and its stream.

import { toInputSchema, toOutputSchema } from '../../dist/operations/machinery/json-schema.js'
import { answerInput, answerOutput } from '../../dist/operations/workflow/answer-workflow.js'
import { executeInput, executeOutput } from '../../dist/operations/workflow/execute-workflow.js'
import { workflowPaths, workflowSchemas } from '../../dist/surfaces/http/openapi/workflow-paths.js'
import { code, paragraphs, wordsFor } from './markdown.mjs'
import { answerBlock, parameterTable } from './schemas.mjs'

const fieldWords = {
  '/workflow/execute': {
    user_input: 'What the user typed: a question, a statement, or the answer to what was asked back.',
    also: 'Up to five other wordings of the question; sent with a clarification, they replace those of the question.',
    workflow_id: 'The conversation to go on with, a UUID; a new one begins without it.',
    ask_clarifications: '`false`: never ask back.',
    preferences: '`session_id`, `project`, and anything else to keep; they hold for the rest of the conversation.',
  },
  '/workflow/ai-answer': {
    workflow_id: 'The conversation, a UUID.',
    message_id: 'The message that was answered, a UUID.',
    response: 'The answer that the user got.',
    answers: 'Up to three short questions that the turn answers: ways to find it later.',
    reasoning: 'Why.',
    tool_calls: 'What was called: a JSON array `[{"name", "arguments", "result?", "error?"}]` as a text, or lines.',
  },
}

const endpoints = {
  '/workflow/execute': { method: 'post', takes: executeInput, answers: executeOutput },
  '/workflow/ai-answer': { method: 'post', takes: answerInput, answers: answerOutput },
  '/workflow/ws/{workflow_id}': { method: 'get' },
}

const headingOf = (path) => code(`${wordsFor(endpoints, path, 'the path').method.toUpperCase()} ${path}`)

export const workflowTitle = 'The workflow door'
export const workflowHeadings = Object.keys(workflowPaths).map(headingOf)

export const workflowSection = () =>
  paragraphs(
    `### ${workflowTitle}`,
    'Conversations: ask, be asked back, follow, say what was answered ([how it goes](workflow.md)). It is for applications, over HTTP and WebSocket of `ww serve`; there are no MCP tools for it. On the command line it is [`ww ask`](#ww-ask), in the library `workflow`, in the [client](client.md) `workflow` as well.',
    ...Object.keys(workflowPaths).map(section),
  )

function section(path) {
  const { method, takes, answers } = endpoints[path]
  const { summary, description } = workflowPaths[path][method]
  return paragraphs(
    `#### ${headingOf(path)}`,
    `${summary}${description === undefined ? '' : ` ${description}`}`,
    ...(takes === undefined
      ? streamParts(workflowPaths[path][method])
      : [
          parameterTable(toInputSchema(takes), (name) => wordsFor(fieldWords[path], name, `${path}:`)),
          'Answer:',
          answerBlock(toOutputSchema(answers)),
        ]),
  )
}

function streamParts({ parameters }) {
  const properties = Object.fromEntries(
    parameters.map(({ name, schema, description }) => [name, { ...schema, description }]),
  )
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  return [
    parameterTable({ properties, required }),
    'Each frame:',
    answerBlock(withNull(workflowSchemas.StreamFrame)),
    'The types are explained in [follow it](workflow.md#follow-it), why a socket closes in [close codes](#close-codes-of-the-stream).',
  ]
}

/** OpenAPI 3.0 says `nullable` where JSON Schema has another type. */
const withNull = ({ properties, ...schema }) => ({
  ...schema,
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, { nullable, ...each }]) => [
      name,
      nullable ? { anyOf: [each, { type: 'null' }] } : each,
    ]),
  ),
})
