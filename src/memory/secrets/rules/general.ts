import { looksLikePassword, looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, type Rule, rule, wordToken } from '../rule.js'

/** The key up to its END line, or up to the end of the base64 when the key was cut off. */
const keyBody = String.raw`(?:(?:(?!-----BEGIN)[\s\S]){1,20000}?-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nrt]|[>|"',+\\])*[A-Za-z0-9+/=]{16,})+)`

/** Between a name and its value, on one line; `is` as in "the password is …". */
const assigned = String.raw`\\?["'\x60]?\)?[ \t]{0,4}(?:=>|:=|=(?!=)|:|(?<=[ \t])is[ \t]+(?:now[ \t]+)?)[ \t]{0,4}`
const quoted = String.raw`(?:\\?["'\x60]|b["'])`

/** The address of a database. https://www.rfc-editor.org/rfc/rfc3986#section-3.2.1 */
const databases =
  'postgres|postgresql|mysql|mariadb|mongodb|mongodb\\+srv|redis|rediss|amqp|amqps|mssql|sqlserver|clickhouse|cockroachdb|couchbase|nats|kafka|ldaps?'
const userInfo = String.raw`(?<head>:\/\/(?<user>[^\s:@/?#"'<>\x60]{0,100}):)(?!\d{1,5}(?:[/"'\s]|$))(?!\k<user>@)[^\s/?#"'<>\x60]{2,200}(?=@[\w[$])`

/** `confirmPassword1`: the name of a variable, not a password. */
const variableName = /^[a-z_$][\w$]*(?:pass|pwd|secret)[\w$]*$/i

/** Secrets of any issuer, recognised by their format or by the name in front of them. */
export const generalRules: readonly Rule[] = [
  // https://www.rfc-editor.org/rfc/rfc7468 and the forms of OpenSSH and OpenPGP; in JSON the lines end with \n
  rule(
    'private-key',
    ['-----BEGIN'],
    `-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----${keyBody}`,
    () => true,
  ),
  // https://the.earth.li/~sgtatham/putty/latest/htmldoc/AppendixC.html
  rule(
    'private-key',
    ['PuTTY-User-Key-File'],
    String.raw`PuTTY-User-Key-File-\d:(?:(?!PuTTY-User-Key-File)[\s\S]){1,8000}?Private-MAC: *[0-9a-f]{40,64}`,
    () => true,
  ),
  // https://age-encryption.org/v1
  rule('age-key', ['AGE-SECRET-KEY-'], 'AGE-SECRET-KEY-[A-Z0-9-]{50,}'),
  // https://www.rfc-editor.org/rfc/rfc7519: header and claims are JSON objects in base64url
  wordToken('jwt', 'eyJ', '[\\w-]{8,4000}\\.eyJ[\\w-]{8,}\\.[\\w-]{16,}'),
  rule('database-password', ['://'], `(?<=(?:^|[^A-Za-z])(?:${databases}))${userInfo}`),
  rule('url-password', ['://'], userInfo),
  // https://www.rfc-editor.org/rfc/rfc6750#section-2.1
  caseInsensitiveRule('bearer-token', ['bearer'], String.raw`(?<head>bearer[ \t]+)[\w.~+/-]{20,}={0,2}`, looksRandom),
  // https://www.rfc-editor.org/rfc/rfc7617: user and password in base64
  caseInsensitiveRule(
    'basic-credentials',
    ['authorization'],
    String.raw`(?<head>authorization\\?["'\x60]?[ \t]{0,4}[:=][ \t]{0,4}\\?["'\x60]?basic[ \t]+)[A-Za-z0-9+/]{8,}={0,2}`,
  ),
  // curl -u user:password
  rule(
    'password',
    ['-u ', '--user '],
    String.raw`(?<=\bcurl\b[^\n]{0,200})(?<head>(?:-u|--user) ["']?[\w.@-]{1,64}:)[^\s"']{4,100}`,
    looksLikePassword,
  ),
  caseInsensitiveRule(
    'password',
    ['password', 'passwd', 'passphrase', 'pwd'],
    String.raw`(?<head>(?:password|passwd|passphrase|pwd)[\w.-]{0,20}${assigned}${quoted})[^\s"'\x60\\]{6,200}(?=\\?["'\x60])`,
    looksLikePassword,
  ),
  caseInsensitiveRule(
    'password',
    ['password', 'passwd', 'passphrase', 'pwd'],
    String.raw`(?<head>(?:password|passwd|passphrase|pwd)[\w.-]{0,20}${assigned})[^\s"'\x60,;&\\]{5,199}[^\s"'\x60,;&\\.):]`,
    (secret) => looksLikePassword(secret) && !variableName.test(secret),
  ),
  caseInsensitiveRule(
    'secret',
    [
      'secret',
      'token',
      'api_key',
      'apikey',
      'api-key',
      'api key',
      'access_key',
      'access-key',
      'accesskey',
      'auth_key',
      'authkey',
      'private_key',
      'privatekey',
      'signing_key',
      'encryption_key',
      'master_key',
      'service_key',
      'account_key',
      'credential',
    ],
    String.raw`(?<head>(?:secret|token|(?:api|access|auth|private|signing|encryption|master|service|account)[_ -]?key|credential)[\w.-]{0,30}${assigned}${quoted}?(?:bearer |token )?)[\w+/=~.-]{16,400}(?![\w(])`,
    looksRandom,
  ),
]
