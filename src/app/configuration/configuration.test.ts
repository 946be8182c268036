import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { defaultWeights } from '../../memory/activation/weights.js'
import { readConfiguration } from './configuration.js'

const onLinux = (env: Record<string, string>) =>
  readConfiguration({ WW_PROJECT: 'owner/name', ...env }, '/work', 'linux', '/home/ada')

describe('configuration', () => {
  test('[COM2] [COM10] has defaults for everything', () => {
    expect(onLinux({})).toEqual({
      dataDir: '/home/ada/.local/share/world-weaver',
      tenant: 'default',
      namespace: { scope: 'default', name: 'default' },
      session: 'default',
      project: 'owner/name',
      rateLimit: 100,
      keyRateLimit: 1_200,
      tenantRateLimit: 6_000,
      serverLimits: {
        requestTimeoutMs: 30_000,
        maxRequests: 32,
        maxStreams: 256,
        maxConnections: 2_000,
        maxConnectionsPerAddress: 1_000,
      },
      secrets: 'flag',
      auth: 'outside',
      maxTenantsOpen: 16,
      toolsets: ['all'],
      allowedHosts: [],
      allowedOrigins: [],
      logLevel: 'warn',
      weights: defaultWeights,
      answersPerDay: 1_000,
      autoConsolidate: { idleMs: 60_000, changes: 100, everyMs: 8 * 3_600_000 },
      workspaceModel: false,
    })
  })

  test('[GWT11] the language model listens to the workspace only when it is told to', () => {
    const model = { WW_LLM: 'ollama:llama3.1' }
    expect(onLinux(model).workspaceModel).toBe(false)
    expect(onLinux({ ...model, WW_WORKSPACE_MODEL: '0' }).workspaceModel).toBe(false)
    expect(onLinux({ ...model, WW_WORKSPACE_MODEL: '1' }).workspaceModel).toBe(true)
    const field = { field: 'WW_WORKSPACE_MODEL' }
    expect(() => onLinux({ ...model, WW_WORKSPACE_MODEL: 'yes' })).toThrow(expect.objectContaining(field))
    expect(() => onLinux({ WW_WORKSPACE_MODEL: '1' })).toThrow(expect.objectContaining(field))
  })

  test('`ww serve` may be told of other names of its own, and of pages that may call it', () => {
    const { allowedHosts, allowedOrigins } = onLinux({
      WW_ALLOWED_HOSTS: 'memory.example.org, 192.168.1.5:8000,[fd00::5]',
      WW_ALLOWED_ORIGINS: 'https://app.example.org,chrome-extension://abcdef',
    })
    expect(allowedHosts).toEqual(['memory.example.org', '192.168.1.5:8000', '[fd00::5]'])
    expect(allowedOrigins).toEqual(['https://app.example.org', 'chrome-extension://abcdef'])
  })

  test.each([
    ['WW_ALLOWED_HOSTS', 'https://memory.example.org'],
    ['WW_ALLOWED_HOSTS', '*'],
    ['WW_ALLOWED_HOSTS', 'memory.example.org/mcp'],
    ['WW_ALLOWED_ORIGINS', 'app.example.org'],
    ['WW_ALLOWED_ORIGINS', 'https://app.example.org/'],
    ['WW_ALLOWED_ORIGINS', 'null'],
    ['WW_ALLOWED_ORIGINS', '*'],
    ['WW_ALLOWED_ORIGINS', 'https://*'],
  ])('%s=%s could match nothing, or anybody, and is refused', (variable, text) => {
    expect(() => onLinux({ [variable]: text })).toThrow(expect.objectContaining({ field: variable }))
  })

  test('an empty variable counts as unset', () => {
    const empty = {
      WW_DATA_DIR: '',
      WW_SESSION_ID: '',
      WW_RATE_LIMIT: '',
      WW_ALLOWED_HOSTS: '',
      WW_ALLOWED_ORIGINS: '',
      WW_LOG_LEVEL: '',
      WW_TOOLSETS: '',
      WW_WEIGHTS: '',
    }
    expect(onLinux(empty)).toEqual(onLinux({}))
  })

  test.each([
    ['linux', { XDG_DATA_HOME: '/data' }, '/home/ada', '/data/world-weaver'],
    ['linux', { XDG_DATA_HOME: 'data' }, '/home/ada', '/home/ada/.local/share/world-weaver'],
    ['darwin', {}, '/Users/ada', '/Users/ada/Library/Application Support/world-weaver'],
    ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\ada', 'D:\\Local\\world-weaver'],
    ['win32', {}, 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Local\\world-weaver'],
    ['win32', { WW_DATA_DIR: 'mine' }, 'C:\\Users\\ada', 'C:\\work\\mine'],
  ] as const)('keeps its data where %s with %j keeps it', (platform, env, home, expected) => {
    const cwd = platform === 'win32' ? 'C:\\work' : '/work'
    expect(readConfiguration({ WW_PROJECT: 'p', ...env }, cwd, platform, home).dataDir).toBe(expected)
  })

  test.each([
    ['/data', '/data'],
    ['data', '/work/data'],
    ['~/data', '/home/ada/data'],
    ['~other', '/work/~other'],
  ])('WW_DATA_DIR %s is %s', (wanted, expected) => {
    expect(onLinux({ WW_DATA_DIR: wanted }).dataDir).toBe(expected)
  })

  test('[COM2] [COM10] [COM13] [ACT7] takes what is set', () => {
    const configuration = onLinux({
      WW_SESSION_ID: 'agent_1-a',
      WW_PROJECT: 'mine',
      WW_RATE_LIMIT: '0',
      WW_TOOLSETS: 'core, create_episode,',
      WW_LOG_LEVEL: 'debug',
      WW_WEIGHTS: '{"atTime": {"semantic": 0.6, "recency": 0.4}}',
    })
    expect(configuration).toMatchObject({ session: 'agent_1-a', project: 'mine', rateLimit: 0, logLevel: 'debug' })
    expect(configuration.toolsets).toEqual(['core', 'create_episode'])
    expect(configuration.weights.atTime).toEqual({ semantic: 0.6, recency: 0.4 })
  })

  test('[COM13] has no project outside of a repository', () => {
    expect(readConfiguration({}, tmpdir(), 'linux', '/home/ada').project).toBeNull()
  })

  test.each([
    ['WW_SESSION_ID', 'a b'],
    ['WW_SESSION_ID', 'x'.repeat(129)],
    ['WW_SESSION_ID', 'line\n'],
    ['WW_PROJECT', ' '],
    ['WW_PROJECT', '*'],
    ['WW_REQUEST_TIMEOUT', '0'],
    ['WW_REQUEST_TIMEOUT', '2147484'],
    ['WW_MAX_CONCURRENT', 'many'],
    ['WW_MAX_STREAMS', '1.5'],
    ['WW_MAX_CONNECTIONS', '-1'],
    ['WW_RATE_LIMIT', '-1'],
    ['WW_RATE_LIMIT', '1.5'],
    ['WW_RATE_LIMIT', '1e3'],
    ['WW_RATE_LIMIT', 'many'],
    ['WW_RATE_LIMIT', '99999999999999999999'],
    ['WW_LOG_LEVEL', 'WARN'],
    ['WW_AUTH', 'off'],
    ['WW_MAX_TENANTS_OPEN', '0'],
    ['WW_TENANT', '../acme'],
    ['WW_TENANT', 'nobody'],
    ['WW_TOOLSETS', ','],
    ['WW_TOOLSETS', ' '],
    ['WW_WEIGHTS', '{'],
    ['WW_WEIGHTS', 'null'],
  ])('[COM2] [COM10] [COM13] refuses %s %j and says how to mend it', (field, value) => {
    expect(() => onLinux({ [field]: value })).toThrow(
      expect.objectContaining({ code: 'validation_error', field, message: expect.stringContaining(field) }),
    )
  })

  test('[ACT7] says which weights do not sum to 1', () => {
    expect(() => onLinux({ WW_WEIGHTS: '{"episodic": {"semantic": 0.9}}' })).toThrow(
      expect.objectContaining({
        field: 'WW_WEIGHTS',
        message: expect.stringContaining('weights of "episodic" must sum to 1, not 1.5'),
      }),
    )
  })

  describe('a language model', () => {
    const local = { WW_LLM: 'openai-compatible:llama-3.1', WW_LLM_BASE_URL: 'http://localhost:8080/v1' }

    test('[CON3] is none unless one is named', () => {
      expect(onLinux({ WW_LLM_API_KEY: 'key', WW_LLM_TIMEOUT_MS: 'soon' })).not.toHaveProperty('languageModel')
    })

    test.each([
      [
        local,
        { provider: 'openai-compatible', model: 'llama-3.1', baseUrl: 'http://localhost:8080/v1', timeoutMs: 30_000 },
      ],
      [{ WW_LLM: 'ollama:qwen3:4b' }, { provider: 'ollama', model: 'qwen3:4b', timeoutMs: 30_000 }],
      [
        { WW_LLM: 'anthropic:claude', WW_LLM_API_KEY: 'key', WW_LLM_TIMEOUT_MS: '500' },
        { provider: 'anthropic', model: 'claude', apiKey: 'key', timeoutMs: 500 },
      ],
    ])('[CON3] %j is %j', (env, expected) => {
      expect(onLinux(env).languageModel).toEqual(expected)
    })

    test.each([
      ['WW_LLM', { WW_LLM: 'gpt-5' }],
      ['WW_LLM', { WW_LLM: 'openai:' }],
      ['WW_LLM', { WW_LLM: 'nobody:model' }],
      ['WW_LLM', { WW_LLM: 'constructor:model' }],
      ['WW_LLM', { WW_LLM: 'openai-compatible:model' }],
      ['WW_LLM_BASE_URL', { ...local, WW_LLM_BASE_URL: 'localhost' }],
      ['WW_LLM_BASE_URL', { ...local, WW_LLM_BASE_URL: 'file:///etc' }],
      ['WW_LLM_ANSWERS', { ...local, WW_LLM_ANSWERS: 'many' }],
      ['WW_LLM_ANSWERS', { ...local, WW_LLM_ANSWERS: '-1' }],
      ['WW_LLM_TIMEOUT_MS', { ...local, WW_LLM_TIMEOUT_MS: '0' }],
      ['WW_LLM_TIMEOUT_MS', { ...local, WW_LLM_TIMEOUT_MS: '1.5' }],
      ['WW_LLM_TIMEOUT_MS', { ...local, WW_LLM_TIMEOUT_MS: '99999999999' }],
    ])('[CON3] refuses %s of %j and says how to mend it', (field, env) => {
      expect(() => onLinux(env)).toThrow(
        expect.objectContaining({ code: 'validation_error', field, message: expect.stringContaining(field) }),
      )
    })
  })
})
