import { foldText } from './fold-text.js'

/** Beginnings of words, in a language that `instruction-signals.ts` does not know. */
interface Words {
  readonly send: readonly string[]
  readonly secrets: readonly string[]
  /** "Do not tell" and "without telling", and the user: in either order. */
  readonly hide: readonly string[]
  readonly user: readonly string[]
  /** "You are now". */
  readonly role: readonly string[]
  /** Words are not separated by spaces. */
  readonly isUnspaced?: true
}

const languages: readonly Words[] = [
  // Russian, Ukrainian
  {
    send: ['отправ', 'пошли', 'перешли', 'загрузи', 'выгрузи', 'скопируй'],
    secrets: ['парол', 'ключ', 'секрет', '.env', 'учетные данные', 'учётные данные', 'токен'],
    hide: ['не сообщай', 'не говори', 'не рассказывай', 'не упоминай', 'не показывай', 'втайне от', 'без ведома'],
    user: ['пользовател', 'человек', 'владел'],
    role: ['теперь ты', 'отныне ты', 'ты теперь', 'ты больше не'],
  },
  {
    send: ['надішли', 'відправ', 'перешли', 'завантаж'],
    secrets: ['парол', 'ключ', 'секрет', '.env', 'токен'],
    hide: ['не кажи', 'не повідомляй', 'не розповідай', 'не згадуй', 'без відома'],
    user: ['користувач', 'людин', 'власник'],
    role: ['тепер ти', 'віднині ти', 'ти тепер'],
  },
  // Polish, Czech
  {
    send: ['wyślij', 'prześlij', 'wysyłaj', 'skopiuj', 'wgraj'],
    secrets: ['hasł', 'klucz', 'sekret', '.env', 'token', 'dane logowania'],
    hide: ['nie mów', 'nie informuj', 'nie wspominaj', 'nie powiadamiaj', 'bez wiedzy', 'w tajemnicy przed'],
    user: ['użytkownik', 'człowiek', 'właściciel'],
    role: ['teraz jesteś', 'jesteś teraz', 'od teraz jesteś', 'nie jesteś już'],
  },
  {
    send: ['pošli', 'odešli', 'nahraj', 'zkopíruj'],
    secrets: ['hesl', 'klíč', 'tajemství', '.env', 'token', 'přihlašovací údaje'],
    hide: ['neříkej', 'neinformuj', 'nezmiňuj', 'bez vědomí', 'nehlas'],
    user: ['uživatel', 'člověk', 'vlastník'],
    role: ['teď jsi', 'nyní jsi', 'od teď jsi', 'už nejsi'],
  },
  // Swedish, Danish, Norwegian
  {
    send: ['skicka', 'ladda upp', 'vidarebefordra', 'send', 'upload', 'last opp'],
    secrets: ['lösenord', 'nyckl', 'adgangskode', 'passord', 'hemlighet', 'nøgle', 'nøkle', '.env'],
    hide: [
      'säg inget',
      'säg ingenting',
      'berätta inte',
      'utan att säga',
      'utan att berätta',
      'sig ikke',
      'fortæl ikke',
      'fortell ikke',
      'si ikke',
    ],
    user: ['användar', 'bruger', 'bruker', 'människa'],
    role: ['du är nu', 'nu är du', 'du er nu', 'du er nå', 'från och med nu är du'],
  },
  // Turkish
  {
    send: ['gönder', 'yükle', 'ilet', 'kopyala'],
    secrets: ['şifre', 'parola', 'anahtar', 'gizli', '.env', 'kimlik bilgi'],
    hide: ['söylemeden', 'haber verme', 'söyleme', 'bahsetme', 'bildirme', 'gizlice'],
    user: ['kullanıcı', 'insan', 'sahib'],
    role: ['artık sen', 'sen artık', 'şu andan itibaren sen'],
  },
  // Vietnamese, Indonesian
  {
    send: ['gửi', 'tải lên', 'sao chép'],
    secrets: ['mật khẩu', 'khóa', 'bí mật', '.env', 'thông tin đăng nhập'],
    hide: ['đừng nói', 'không nói', 'đừng cho', 'không được nói', 'giấu'],
    user: ['người dùng', 'chủ sở hữu'],
    role: ['bây giờ bạn là', 'từ giờ bạn là', 'bạn bây giờ là'],
  },
  {
    send: ['kirim', 'unggah', 'teruskan', 'salin'],
    secrets: ['kata sandi', 'sandi', 'kunci', 'rahasia', '.env', 'kredensial'],
    hide: ['jangan beri tahu', 'jangan beritahu', 'tanpa memberi tahu', 'jangan sebut', 'diam-diam'],
    user: ['pengguna', 'pemilik', 'manusia'],
    role: ['sekarang kamu adalah', 'kamu sekarang adalah', 'mulai sekarang kamu', 'anda sekarang adalah'],
  },
  // Arabic, Hindi
  {
    send: ['أرسل', 'ارسل', 'ارفع', 'انسخ'],
    secrets: ['كلمات المرور', 'كلمة المرور', 'مفاتيح', 'المفاتيح', 'الأسرار', '.env'],
    hide: ['لا تخبر', 'ولا تخبر', 'دون إخبار', 'دون علم', 'بدون علم', 'لا تذكر'],
    user: ['المستخدم', 'المالك', 'الإنسان'],
    role: ['أنت الآن', 'من الآن أنت'],
  },
  {
    send: ['भेज', 'अपलोड'],
    secrets: ['पासवर्ड', 'कुंजी', 'गुप्त', '.env'],
    hide: ['न बताएं', 'मत बताना', 'मत बताओ', 'बिना बताए'],
    user: ['उपयोगकर्ता', 'मालिक', 'यूज़र'],
    role: ['अब तुम', 'अब आप एक'],
  },
  // Chinese, Japanese, Korean
  {
    send: ['发送', '發送', '发到', '發到', '发给', '上传', '上傳', '传到', '转发', '寄到'],
    secrets: ['密码', '密碼', '密钥', '密鑰', '凭据', '凭证', '令牌', '.env', '环境变量'],
    hide: ['不要告诉', '不要告訴', '别告诉', '不要通知', '不要让', '别让', '不得告知', '瞒着', '瞞著', '无需告知'],
    user: ['用户', '用戶', '主人', '人类', '使用者'],
    role: ['你现在是', '你現在是', '从现在起你是', '从现在开始你是', '你不再是'],
    isUnspaced: true,
  },
  {
    send: ['送信', '送って', '送れ', 'アップロード', '転送'],
    secrets: ['パスワード', '秘密', '認証情報', 'トークン', '鍵', 'キー', '.env'],
    hide: ['知らせずに', '知らせないで', '言わずに', '言わないで', '伝えずに', '伝えないで', '内緒', '隠して'],
    user: ['ユーザー', 'ユーザ', '利用者', '人間'],
    role: ['あなたは今から', '今からあなたは', 'あなたはもう', 'これからあなたは'],
    isUnspaced: true,
  },
  {
    send: ['보내', '전송', '업로드', '전달해'],
    secrets: ['비밀번호', '암호', '비밀', '자격 증명', '토큰', '.env'],
    hide: ['알리지', '말하지', '모르게', '몰래'],
    user: ['사용자', '유저', '주인'],
    role: ['너는 이제', '당신은 이제', '이제부터 너는', '지금부터 너는'],
    isUnspaced: true,
  },
]

const gap = (most: number): string => `(?:[^.!?。！？\\n]|[.?](?=\\S)){0,${most}}`
const target = '(?:https?:|www\\.|[\\w.-]{1,40}@[\\w-]{1,40}\\.|webhook|pastebin)'

const escaped = (word: string): string => word.replace(/\./g, '\\.')
const anyOf = (words: readonly string[], { isUnspaced }: Words): string =>
  `${isUnspaced ? '' : '(?<![\\p{L}\\p{N}])'}(?:${words.map((word) => escaped(foldText(word))).join('|')})`

const eitherOrder = (first: string, second: string, most: number): string =>
  `${first}${gap(most)}${second}|${second}${gap(most)}${first}`

/** Sending, what is secret and where to: in every order, since languages differ. */
function sending(words: Words): string {
  const [send, secrets] = [anyOf(words.send, words), anyOf(words.secrets, words)]
  const pair = `(?:${eitherOrder(send, secrets, 60)})`
  return `${pair}${gap(60)}${target}|${target}${gap(60)}${pair}|${secrets}${gap(60)}${target}${gap(60)}${send}|${send}${gap(60)}${target}${gap(60)}${secrets}`
}

/** Of a Latin-script language, a beginning may be another language's word; both parts of a pattern are not. */
export const sendsSecretsAway = (): readonly string[] => languages.map(sending)
export const keepsUserOut = (): readonly string[] =>
  languages.map((words) => eitherOrder(anyOf(words.hide, words), anyOf(words.user, words), 30))
export const givesRole = (): readonly string[] => languages.map((words) => anyOf(words.role, words))
