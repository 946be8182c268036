// An agent with a memory, with the AI SDK (https://ai-sdk.dev): what it is told in one conversation it knows in the
// next. The tools, and when to use them, come from World Weaver's MCP server; nothing about them is written here.
//
//   npm install world-weaver @modelcontextprotocol/client ai @ai-sdk/openai-compatible
//   node agent.mjs
//
// The language model is whatever speaks OpenAI's protocol and can call tools: Ollama on this machine, unless
// LLM_BASE_URL, LLM_MODEL and LLM_API_KEY name another one.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { AISDKError, dynamicTool, jsonSchema, ToolLoopAgent } from 'ai'

const { LLM_BASE_URL = 'http://localhost:11434/v1', LLM_MODEL = 'qwen3', LLM_API_KEY } = process.env
const provider = createOpenAICompatible({ name: 'llm', baseURL: LLM_BASE_URL, apiKey: LLM_API_KEY })

/** Starts the MCP server on the memory in `dataDir`. */
async function openMemory(dataDir) {
  const client = new Client({ name: 'example-agent', version: '1.0.0' })
  const env = { WW_DATA_DIR: dataDir, WW_TOOLSETS: 'core' }
  await client.connect(new StdioClientTransport({ command: 'npx', args: ['-y', 'world-weaver@0.1.0', 'mcp'], env }))
  return client
}

/** Every tool of an MCP server as a tool of the AI SDK. */
async function toolsOf(client) {
  const { tools } = await client.listTools()
  const entries = tools.map(({ name, description, inputSchema }) => {
    async function execute(input) {
      const { structuredContent, isError } = await client.callTool({ name, arguments: input })
      console.log(`  [${name}] ${input.query ?? input.text ?? ''}`)
      // The AI SDK shows the model what was thrown, so that it can call again without the mistake.
      if (isError) throw new Error(structuredContent.message)
      return structuredContent
    }
    return [name, dynamicTool({ description, inputSchema: jsonSchema(inputSchema), execute })]
  })
  return Object.fromEntries(entries)
}

/** A conversation that begins with nothing: what the agent knows of earlier ones is in its memory. */
async function converse(dataDir, prompt) {
  const memory = await openMemory(dataDir)
  try {
    const instructions = memory.getInstructions()
    const agent = new ToolLoopAgent({ model: provider(LLM_MODEL), instructions, tools: await toolsOf(memory) })
    console.log(`User: ${prompt}`)
    const { text } = await agent.generate({ prompt })
    console.log(`Agent: ${text}`)
  } finally {
    await memory.close()
  }
}

// A memory for this example alone. Without WW_DATA_DIR it is your own, and outlives the program.
const dataDir = await mkdtemp(join(tmpdir(), 'world-weaver-'))
try {
  console.log('The first conversation')
  await converse(dataDir, 'Our staging database has moved to port 5433. Please remember that.')
  console.log('\nThe next one, which has seen nothing of the first')
  await converse(dataDir, 'Which port does our staging database use?')
} catch (error) {
  if (!AISDKError.isInstance(error)) throw error
  console.error(`The language model ${LLM_MODEL} at ${LLM_BASE_URL} failed: ${error.message}`)
  process.exitCode = 1
} finally {
  await rm(dataDir, { recursive: true })
}
