const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const monthDay =
  /\b(?:the )?(\d{1,2})(?:st|nd|rd|th)?(?: of)? (jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?(?: (\d{4}))?/g
const isoDay = /\b(\d{4})-(\d\d)-(\d\d)\b/g

/** In one spelling: case, currency signs, thousands, trailing zeros, units behind a number and dates. */
function plain(text) {
  return text
    .toLowerCase()
    .replace(isoDay, (_, year, month, day) => `${Number(day)} ${months[Number(month) - 1]} ${year}`)
    .replace(monthDay, (_, day, month) => `@${Number(day)} ${month}`)
    .replace(/(\d),(?=\d{3}\b)/g, '$1')
    .replace(/(\d\.\d*?)0+(?!\d)/g, '$1')
    .replace(/(\d)\.(?!\d)/g, '$1')
    .replace(/[£€$]|\b(?:pounds?|euros?|quid|gbp|eur|days?|the|and)\b/g, ' ')
    .replace(/\s*[,;>&]\s*/g, '|')
    .replace(/\s+/g, ' ')
    .replace(/ ?\| ?/g, '|')
    .trim()
}

/** A bare number, also with its unit: "165 litres". */
const numberOf = (text) => /^-?(\d+(?:\.\d+)?)(?: [a-z]+)?$/.exec(text)?.[1]
const asSet = (text) => text.split('|').sort().join('|')

/** `right`, `wrong` or `refused`; to refuse what cannot be known is right. */
export function judgeAnswer(given, { type, answer, accept = [] }) {
  if (given === '') return answer === null ? 'right' : 'refused'
  if (answer === null) return 'wrong'
  const said = plain(given)
  const isRight = [answer, ...accept].some((wanted) => {
    const meant = plain(wanted)
    if (said === meant || (numberOf(said) !== undefined && numberOf(said) === numberOf(meant))) return true
    return type === 'filter' && asSet(said) === asSet(meant)
  })
  return isRight ? 'right' : 'wrong'
}
