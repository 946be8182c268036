// biome-ignore lint/suspicious/noControlCharactersInRegex: colours of a terminal begin with one
const colours = /\u001b\[[\d;]*m/g

/** What a program printed, without the colours it printed it in. */
export const withoutColours = (text: string): string => text.replace(colours, '')
