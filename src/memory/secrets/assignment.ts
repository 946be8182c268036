/** What stands between a name and its value. Pieces of regular expressions; none of them goes over the end of a line. */

/** `NAME=value`, `"name": "value"`, `name => 'value'`, "the name is value", also inside an escaped string. */
export const assigned = String.raw`\\?["'\x60]?\)?[ \t]{0,4}(?:=>|:=|=(?!=)|[:：＝]|(?<=[ \t])is[ \t]+(?:now[ \t]+)?)[ \t]{0,4}`

export const quote = String.raw`(?:\\?["'\x60]|b["'])`

/** The quotation marks of prose as well. */
export const openingQuote = String.raw`(?:\\?["'\x60]|[“”„«»‘‚「『])`

/**
 * As in the sentences of other languages: "Passwort lautet …", "パスワードは「…」", "пароль — …". Letters that end an
 * inflected word may come before it.
 */
export const assignedInProse = String.raw`[^\s:=,;.!?"'()<>{}[\]／/\\|]{0,5}["'”»」』]?[ \t\u00a0]{0,4}(?:=>|:=|=(?!=)|[:：＝]|[は是为為은는]|(?<=[ \t\u00a0])(?:is|ist|lautet|est|es|è|é|är|er|on|este|adalah|yra|jest|to|je|είναι|это|є|е|је|है|हो|هي|هو|—|–)[ \t]+)[ \t\u00a0\u3000]{0,4}`
