/** Words that people write in place of a secret. */
const placeholderWords =
  /^(?:(?:my|your|the|a|some|new|old|test|dummy|fake|db|user|default)[ _-]?)*(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|api[ _-]?key|credentials?|changeme|change[ _-]me|todo|redacted|masked|hidden|removed|none|null|undefined|true|false|string|str|text|value|placeholder|example|optional|required|unset|empty|foo|bar|baz|abc|123456?)(?:[ _-]?(?:here|value|goes|123|1|2))*$/i
const placeholderParts =
  /example|x{4,}|\*{3,}|\.{3}|…|placeholder|changeme|your[ _-]|[ _-]here$|redacted|replace[ _-]?me|\[masked/i

/** "your-api-key", "xxxxxxxx", "AKIAIOSFODNN7EXAMPLE", "<token>", "${TOKEN}": text in place of a secret. */
export function isPlaceholder(text: string): boolean {
  return placeholderParts.test(text) || placeholderWords.test(text) || isReference(text) || isMonotonous(text)
}

/** A variable or expression that refers to the secret. */
const isReference = (text: string): boolean => /^[$%{<@#]|\$\{|\{\{|^process\.env|^os\.environ|^env[.[]/.test(text)

/** "0000000000", "ghp_aaaaaaaaaaaa": a random secret does not consist of one character. */
function isMonotonous(text: string): boolean {
  const counts = new Map<string, number>()
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1)
  return text.length >= 12 && Math.max(...counts.values()) > text.length * 0.6
}
