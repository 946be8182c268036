/** `world-weaver/mcp`: for whoever serves the tools over a transport of their own. */
export { createMcpServer, type McpSurface } from './mcp-server.js'
export { createOperationTools, type OperationTools } from './operation-tools.js'
