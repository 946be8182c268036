import { foldText } from './fold-text.js'

/** What says "ignore", and the beginnings of what says "instructions", in a language; in either order. */
interface Overriding {
  readonly ignore: readonly string[]
  readonly instructions: readonly string[]
}

/** Without spaces the other words are found in everyday ones: "all" or "previous" is needed, too. */
interface OverridingUnspaced extends Overriding {
  readonly which: readonly string[]
}

const spaced: readonly Overriding[] = [
  // Russian, Ukrainian
  {
    ignore: ['игнорируй', 'игнорируйте', 'проигнорируй', 'забудь', 'забудьте'],
    instructions: ['инструкц', 'указани', 'распоряжени'],
  },
  { ignore: ['ігноруй', 'ігноруйте', 'проігноруй', 'забудь', 'забудьте'], instructions: ['інструкц', 'вказівк'] },
  // Polish, Czech
  {
    ignore: ['zignoruj', 'ignoruj', 'ignorujcie', 'zapomnij', 'pomiń'],
    instructions: ['instrukcj', 'poleceni', 'poleceń', 'wytyczn'],
  },
  { ignore: ['ignoruj', 'ignorujte', 'zapomeň', 'zapomeňte'], instructions: ['instrukc', 'pokyn'] },
  // Swedish, Danish, Norwegian
  {
    ignore: ['ignorera', 'ignorer', 'glöm', 'glem', 'bortse', 'se bort'],
    instructions: ['instruktion', 'instruks', 'anvisning'],
  },
  // Turkish, Vietnamese, Indonesian
  {
    ignore: ['yok say', 'yok sayın', 'görmezden gel', 'unut', 'unutun', 'dikkate alma'],
    instructions: ['talimat', 'yönerge'],
  },
  { ignore: ['bỏ qua', 'quên'], instructions: ['hướng dẫn', 'chỉ dẫn', 'chỉ thị'] },
  { ignore: ['abaikan', 'lupakan'], instructions: ['instruksi', 'perintah', 'petunjuk'] },
  // Arabic, Hebrew, Hindi
  { ignore: ['تجاهل', 'تجاهلوا', 'انس'], instructions: ['التعليمات', 'تعليمات', 'التوجيهات', 'الأوامر'] },
  { ignore: ['התעלם', 'התעלמי', 'שכח'], instructions: ['הוראות', 'ההוראות', 'מההוראות', 'מהוראות'] },
  { ignore: ['अनदेखा', 'नज़रअंदाज़', 'उपेक्षा', 'भूल जा'], instructions: ['निर्देश'] },
]

const unspaced: readonly OverridingUnspaced[] = [
  {
    ignore: ['忽略', '无视', '無視', '忘记', '忘掉', '忘記', '不要理会'],
    instructions: ['指令', '指示', '命令', '提示词', '提示詞'],
    which: ['之前', '以上', '上面', '先前', '前面', '此前', '所有', '全部', '一切'],
  },
  {
    ignore: ['無視', '忘れ'],
    instructions: ['指示', '命令', '指令', 'プロンプト'],
    which: ['これまで', '今まで', '以前', '上記', '以上', '前の', 'すべて', '全て'],
  },
  {
    ignore: ['무시', '잊어', '잊고'],
    instructions: ['지시', '지침', '명령', '프롬프트'],
    which: ['이전', '앞선', '위의', '모든', '지금까지'],
  },
]

const anyOf = (words: readonly string[]): string => `(?:${words.map(foldText).join('|')})`
const between = (most: number): string => `[^.!?。！？\\n]{0,${most}}`

const start = '(?<![\\p{L}\\p{N}])'
const patternOf = ({ ignore, instructions }: Overriding): string => {
  const [verb, object] = [`${start}${anyOf(ignore)}(?!\\p{L})`, `${start}${anyOf(instructions)}`]
  return `${verb}${between(40)}${object}|${object}${between(40)}${verb}`
}
const unspacedPatternOf = ({ ignore, instructions, which }: OverridingUnspaced): string => {
  const [verb, object] = [anyOf(ignore), `${anyOf(which)}${between(12)}${anyOf(instructions)}`]
  return `${verb}${between(12)}${object}|${object}${between(12)}${verb}`
}

/** "Ignore all previous instructions" in the languages that the other signals do not know, on folded text. */
export const overridingWords = (): RegExp =>
  new RegExp([...spaced.map(patternOf), ...unspaced.map(unspacedPatternOf)].join('|'), 'u')
