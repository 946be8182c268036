/** `world-weaver/mcp`: for programs that serve the memory over their own transport. */
export { createInstructions } from './instructions.js'
export { createMcpServer, type McpSurface } from './mcp-server.js'
export { createOperationTools, type OperationTools } from './operation-tools.js'
export { createSubscriptions, type Subscriptions } from './subscriptions.js'
