/** What a hook stores holds no secret. */
export const masked = (text: string): string => text
