import ts from 'typescript'
import { printTypeNode, toTypeNode } from './print-type.mjs'

const printer = ts.createPrinter({ removeComments: true })

export function printSymbol(checker, symbol) {
  if (!isComputedAlias(symbol)) return symbol.declarations.map(printDeclaration).join('\n')
  return `type ${symbol.name} = ${printTypeNode(toTypeNode(checker, checker.getDeclaredTypeOfSymbol(symbol)))};`
}

/** `(typeof roles)[number]`, `z.input<typeof schema>`: the text stays the same when the type changes. */
export function isComputedAlias({ declarations: [declaration] }) {
  if (!ts.isTypeAliasDeclaration(declaration) || declaration.typeParameters !== undefined) return false
  const isComputed = (node) =>
    ts.isTypeQueryNode(node) || ts.isIndexedAccessTypeNode(node) || ts.forEachChild(node, isComputed) === true
  return isComputed(declaration.type)
}

/** As the compiler wrote it, without comments and private members. */
function printDeclaration(declaration) {
  const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration
  const { transformed } = ts.transform(statement, [
    (context) => (root) => {
      const visit = (node) => (isPrivate(node) ? undefined : ts.visitEachChild(node, visit, context))
      return ts.visitNode(root, visit)
    },
  ])
  const text = printer.printNode(ts.EmitHint.Unspecified, transformed[0], statement.getSourceFile())
  return text.replace(/^(?:export )?(?:declare )?/, '')
}

export const isPrivate = (node) =>
  (ts.canHaveModifiers(node) && ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.PrivateKeyword)) ||
  (ts.isPropertyDeclaration(node) && ts.isPrivateIdentifier(node.name))
