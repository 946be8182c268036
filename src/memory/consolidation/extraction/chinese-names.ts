import { type Mention, mention, type Reading } from './reading.js'

const surnames = new Set(
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何高林罗郑梁谢宋唐许韩冯邓曹彭曾肖田董袁潘于蒋蔡余杜叶程苏魏吕丁任沈姚卢',
)
const cities = new Set(
  '北京 上海 广州 深圳 杭州 成都 南京 武汉 西安 重庆 苏州 天津 青岛 厦门 长沙 香港 澳门 台北 东京 新加坡 纽约 伦敦'.split(
    ' ',
  ),
)
const familiar = /^[小老阿](?<surname>.)$/u
// A verb or particle that follows a person's name. Without one, two characters may be an ordinary word.
const afterName =
  /^(?:说|喜欢|在|用|使用|去|来|写|是|想|要|负责|做|和|与|的|把|说道|认为|觉得|建议|提出|修复|完成|加入|给|跟|会|正在)/u

/** A person or city at a token of segmented Chinese text. */
export function chineseNameAt(reading: Reading, at: number): Mention | undefined {
  const { tokens } = reading.sentence
  const word = tokens[at]!.text
  if (cities.has(word)) return mention(reading, at, at + 1, { type: 'CONCEPT' })
  const surname = familiar.exec(word)?.groups?.surname
  if (surname !== undefined && surnames.has(surname)) return mention(reading, at, at + 1, { type: 'PERSON' })
  const given = tokens[at + 1]
  if (!surnames.has(word) || given?.kind !== 'unspaced' || given.text.length > 2 || afterName.test(given.text))
    return undefined
  return afterName.test(tokens[at + 2]?.text ?? '') ? mention(reading, at, at + 2, { type: 'PERSON' }) : undefined
}
