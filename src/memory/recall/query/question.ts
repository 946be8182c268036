// The last sentence decides: "…, right? Anyway, I went." is no question. A short tail after the mark is allowed (a caption, an emoji).
const mark = /[?？؟]/
const tail = /[?？؟][^.!?。！？]{0,120}$/
const endings = /(?:吗|呢|ですか|ますか|でしょうか|까)[。.!！\s]*$/u

export function isQuestion(text: string): boolean {
  return (mark.test(text) && tail.test(text)) || endings.test(text)
}
