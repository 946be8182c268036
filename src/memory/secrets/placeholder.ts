/** Words that people write where a secret would stand. */
const placeholderWords =
  /^(?:(?:my|your|the|a|some|new|old|test|dummy|fake|db|user|default)[ _-]?)*(?:pass(?:word|wd|phrase)?|pwd|pw|secret|token|key|api[ _-]?key|credentials?|changeme|change[ _-]me|todo|redacted|masked|hidden|removed|none|null|undefined|true|false|string|str|text|value|placeholder|example|optional|required|unset|empty|foo|bar|baz|abc|123456?)(?:[ _-]?(?:here|value|goes|123|1|2))*$/i
const placeholderParts = /example|x{4,}|\*{3,}|\.{3}|…|placeholder|changeme|your[ _-]|[ _-]here$|redacted|\[masked/i

/** "your-api-key", "xxxxxxxx", "AKIAIOSFODNN7EXAMPLE", "<token>", "${TOKEN}": stands for a secret and is none. */
export function isPlaceholder(text: string): boolean {
  return placeholderParts.test(text) || placeholderWords.test(text) || isReference(text) || isMonotonous(text)
}

/** Names where the secret is found. */
const isReference = (text: string): boolean => /^[$%{<@#]|\$\{|\{\{|^process\.env|^os\.environ|^env[.[]/.test(text)

/** "0000000000", "ghp_aaaaaaaaaaaa": who draws at random does not draw the same all the time. */
function isMonotonous(text: string): boolean {
  const most = new Map<string, number>()
  for (const character of text) most.set(character, (most.get(character) ?? 0) + 1)
  return text.length >= 12 && Math.max(...most.values()) > text.length * 0.6
}
