import ts from 'typescript'
import { describeOperations } from './describe-operations.mjs'
import { opaque } from './opaque.mjs'
import { isComputedAlias, isPrivate } from './print-symbol.mjs'
import { toTypeNode } from './print-type.mjs'

/** An entry's exports, its operations, and the types of this package that they mention. */
export function collectSymbols(checker, entry) {
  const exports = checker.getExportsOfModule(checker.getSymbolAtLocation(entry)).map(resolve)
  const isOperations = ({ name }) => name === 'operations'
  const operations = exports.filter(isOperations).flatMap((symbol) => describeOperations(checker, symbol))
  const exported = new Set(exports.filter((symbol) => !isOperations(symbol)))
  const found = new Set(exported)
  for (const { node } of operations) visit(node)
  // The loop also visits symbols that it adds.
  for (const symbol of found) {
    if (opaque.has(symbol.name)) continue
    if (isComputedAlias(symbol)) visit(toTypeNode(checker, checker.getDeclaredTypeOfSymbol(symbol)))
    else for (const declaration of symbol.declarations) visit(declaration)
  }

  function resolve(symbol) {
    return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol
  }

  function visit(node) {
    if (isPrivate(node)) return
    if (ts.isIdentifier(node)) {
      // Identifiers in nodes that the compiler creates carry their symbol.
      const symbol = node.pos < 0 ? node.symbol : checker.getSymbolAtLocation(node)
      if (symbol !== undefined && isOurs(resolve(symbol))) found.add(resolve(symbol))
    }
    ts.forEachChild(node, visit)
  }

  const mentioned = [...found].filter((symbol) => !exported.has(symbol))
  return { exported: sort([...exported]), mentioned: sort(mentioned), operations }
}

/** Declared at the top level of a module of this package. */
function isOurs({ declarations: [declaration] = [] }) {
  if (declaration === undefined || ts.isSourceFile(declaration)) return false
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  return ts.isSourceFile(statement.parent) && !statement.getSourceFile().fileName.includes('/node_modules/')
}

function sort(symbols) {
  const key = ({ name, declarations: [declaration] }) => `${name} ${declaration.getSourceFile().fileName}`
  return symbols.sort((a, b) => (key(a) < key(b) ? -1 : 1))
}
