/** `world-weaver/mcp`: for whoever serves the memory over a transport of their own. */
export { createInstructions } from './instructions.js'
export { createMcpServer, type McpSurface } from './mcp-server.js'
export { createOperationTools, type OperationTools } from './operation-tools.js'
export { createSubscriptions, type Subscriptions } from './subscriptions.js'
