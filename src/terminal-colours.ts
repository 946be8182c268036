// biome-ignore lint/suspicious/noControlCharactersInRegex: terminal colours begin with an escape character
const colours = /\u001b\[[\d;]*m/g

/**
 * The output of a program without its colours. Other control sequences stay (`stripVTControlCharacters` of Node.js removes
 * them): the key by which a repeated import recognises a tool failure contains this text.
 */
export const withoutColours = (text: string): string => text.replace(colours, '')
