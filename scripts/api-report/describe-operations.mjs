import { toTypeNode } from './print-type.mjs'

/** The input and output types of each operation, instead of the types of its schemas. */
export function describeOperations(checker, operations) {
  const member = (type, name) => checker.getTypeOfSymbol(checker.getPropertyOfType(type, name))
  return checker.getTypeArguments(checker.getTypeOfSymbol(operations)).flatMap((operation) => {
    const name = checker.typeToString(member(operation, 'name'))
    const input = member(member(member(operation, 'input'), '_zod'), 'input')
    const output = member(member(member(operation, 'output'), '_zod'), 'output')
    return [
      { label: `InputOf<${name}>`, node: toTypeNode(checker, input) },
      { label: `OutputOf<${name}>`, node: toTypeNode(checker, output) },
    ]
  })
}
