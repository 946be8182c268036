/**
 * What a password and a key are called in the languages that recall knows (REC11) and some more. English has its own
 * rules. Forms that an ending changes stand beside the word.
 */
export const passwordWords: readonly string[] = [
  // German, Dutch, Swedish, Danish, Norwegian
  ...['passwort', 'kennwort', 'zugangscode', 'wachtwoord', 'lösenord', 'losenord', 'adgangskode', 'passord'],
  // French, Spanish, Portuguese, Italian, Romanian
  ...['mot de passe', 'mdp', 'contraseña', 'contrasena', 'clave de acceso', 'senha', 'palavra-passe'],
  ...["parola d'ordine", 'parola di accesso', 'parolă', 'parola', 'parolei'],
  // Finnish, Hungarian, Turkish, Indonesian, Irish, Lithuanian
  ...['salasana', 'jelszó', 'jelszava', 'şifre', 'sifre', 'kata sandi', 'pasfhocal', 'focal faire'],
  ...['slaptažodis', 'slaptažodį'],
  // Polish, Czech and Slovak
  ...['hasło', 'haslo', 'heslo'],
  // Russian, Ukrainian, Bulgarian, Serbian
  ...['пароль', 'парола', 'лозинка', 'lozinka', 'šifra'],
  // Greek, Armenian, Arabic, Hebrew
  ...['κωδικός πρόσβασης', 'κωδικός', 'συνθηματικό', 'գաղտնաբառ', 'كلمة المرور', 'كلمة السر', 'סיסמה', 'סיסמא'],
  // Hindi and Nepali, Tamil, Thai, Vietnamese
  ...['पासवर्ड', 'कूटशब्द', 'கடவுச்சொல்', 'รหัสผ่าน', 'mật khẩu'],
  // Japanese, Chinese, Korean
  ...['パスワード', '暗証番号', '密码', '密碼', '口令', '비밀번호', '암호'],
]

export const keyWords: readonly string[] = [
  ...['api-schlüssel', 'schlüssel', 'zugangsschlüssel', 'geheimnis', 'sleutel', 'nyckel', 'nøgle', 'nøkkel'],
  ...["clé d'api", 'clé api', 'clé secrète', 'clé', 'jeton', 'clave', 'chave', 'chiave', 'cheie'],
  ...['avain', 'kulcs', 'anahtar', 'kunci', 'eochair', 'raktas', 'klucz', 'klíč'],
  ...['ключ', 'токен', 'кључ', 'секрет', 'κλειδί', 'բանալի', 'مفتاح', 'رمز', 'מפתח'],
  ...['कुंजी', 'टोकन', 'சாவி', 'คีย์', 'khóa'],
  ...['キー', '秘密鍵', 'トークン', 'シークレット', '密钥', '密鑰', '令牌', '토큰', '비밀키', 'api 키', 'api키'],
]

/** What may follow a word of two characters, which alone would be looked for in vain at too many places. */
const followers = [...'是为為は:：=＝은는이가 "』」']

export const keywordsOf = (words: readonly string[]): readonly string[] =>
  words.flatMap((word) => (word.length > 2 ? word : followers.map((follower) => word + follower)))
