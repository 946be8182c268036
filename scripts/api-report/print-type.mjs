import ts from 'typescript'

const { NodeBuilderFlags } = ts
const flags =
  NodeBuilderFlags.NoTruncation |
  NodeBuilderFlags.InTypeAlias |
  NodeBuilderFlags.MultilineObjectLiterals |
  NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope
const printer = ts.createPrinter({ removeComments: true })
const noFile = ts.createSourceFile('none.ts', '', ts.ScriptTarget.ES2023)

export const printTypeNode = (node) => printer.printNode(ts.EmitHint.Unspecified, node, noFile)

/** A type written out, with the members of unions sorted: the compiler's order depends on what it has seen before. */
export function toTypeNode(checker, type) {
  const node = checker.typeToTypeNode(type, undefined, flags)
  const { transformed } = ts.transform(node, [(context) => (root) => sortUnions(root, context)])
  return transformed[0]
}

function sortUnions(node, context) {
  const visited = ts.visitEachChild(node, (each) => sortUnions(each, context), context)
  if (!ts.isUnionTypeNode(visited)) return visited
  const members = visited.types
    .map((member) => ({ member, text: printTypeNode(member) }))
    .sort((a, b) => rank(a.text) - rank(b.text) || (a.text < b.text ? -1 : 1))
  return context.factory.createUnionTypeNode(members.map(({ member }) => member))
}

/** `null` and `undefined` come last, as people write them. */
const rank = (text) => ['null', 'undefined'].indexOf(text)
