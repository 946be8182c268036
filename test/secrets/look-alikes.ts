import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Random } from '../support/random.js'

const hexDigits = [...'0123456789abcdef']
const base64Digits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/']
const letters = [...'abcdefghijklmnopqrstuvwxyz']
const upperAndDigits = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']
const drawn = (random: Random, from: readonly string[], count: number) =>
  Array.from({ length: count }, () => random.pick(from)).join('')
const number = (random: Random, digits: number) => drawn(random, [...'0123456789'], digits)

/** What looks like a secret and is none: each kind of it, drawn anew. */
const makers: readonly ((random: Random) => string)[] = [
  (random) => `md5: ${drawn(random, hexDigits, 32)}`,
  (random) => `${drawn(random, hexDigits, 40)} fixes the build, see ${drawn(random, hexDigits, 7)}`,
  (random) => `sha256:${drawn(random, hexDigits, 64)}`,
  (random) => `"integrity": "sha512-${drawn(random, base64Digits, 86)}==",`,
  (random) => `checksum = "${drawn(random, hexDigits, 64)}"`,
  (random) => `    {file = "zod-4.1.tar.gz", hash = "sha256:${drawn(random, hexDigits, 64)}"},`,
  (random) =>
    `  resolved "https://registry.yarnpkg.com/zod/-/zod-4.1.${number(random, 1)}.tgz#${drawn(random, hexDigits, 40)}"`,
  (random) => `h1:${drawn(random, base64Digits, 43)}=`,
  (random) => `etag: W/"${drawn(random, hexDigits, 32)}"`,
  (random) => `index ${drawn(random, hexDigits, 10)}..${drawn(random, hexDigits, 10)} 100644`,
  (random) => `id ${uuidOf(random)} was superseded by ${uuidOf(random)}`,
  (random) => `session_id=${uuidOf(random)}`,
  (random) => `traceparent: 00-${drawn(random, hexDigits, 32)}-${drawn(random, hexDigits, 16)}-01`,
  (random) => `<img src="data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAA${drawn(random, base64Digits, 400)}==">`,
  (random) => `url(data:font/woff2;base64,d09GMgABAAAA${drawn(random, base64Digits, 300)})`,
  (random) => `//# sourceMappingURL=data:application/json;base64,eyJ2ZXJzaW9uIjoz${drawn(random, base64Digits, 200)}`,
  (random) => `ISBN 978-3-${number(random, 3)}-${number(random, 5)}-${number(random, 1)}`,
  (random) =>
    `IBAN DE${number(random, 2)} ${number(random, 4)} ${number(random, 4)} ${number(random, 4)} ${number(random, 4)} ${number(random, 2)}`,
  (random) =>
    `order ${drawn(random, upperAndDigits, 12)}, invoice RE-2026-${number(random, 6)}, tracking 1Z${drawn(random, upperAndDigits, 16)}`,
  (random) => `Bestellnummer ${number(random, 3)}-${number(random, 7)}-${number(random, 7)}`,
  (random) => `call +49 30 ${number(random, 8)} or +1 ${number(random, 3)} ${number(random, 7)}`,
  (random) => `image: registry.acme.dev/shop@sha256:${drawn(random, hexDigits, 64)}`,
  (random) => `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${drawn(random, base64Digits, 43)} anna@desk`,
  (random) => `SHA256:${drawn(random, base64Digits, 43)} anna@desk (ED25519)`,
  (random) =>
    `-----BEGIN CERTIFICATE-----\n${drawn(random, base64Digits, 64)}\n${drawn(random, base64Digits, 64)}\n-----END CERTIFICATE-----`,
  (random) => `-----BEGIN PUBLIC KEY-----\n${drawn(random, base64Digits, 64)}\n-----END PUBLIC KEY-----`,
  (random) => `public_key: ${drawn(random, hexDigits, 64)}`,
  (random) => `build-${number(random, 14)}-${drawn(random, hexDigits, 8)}.tar.gz`,
  (random) => `/var/lib/docker/overlay2/${drawn(random, hexDigits, 64)}/merged`,
  (random) => `chunk-${drawn(random, upperAndDigits, 8)}.js 12.${number(random, 2)} kB`,
  (random) =>
    `function ${drawn(random, letters, 1)}(e,t){return e.${drawn(random, letters, 3)}(t.token||t.key,{password:t.${drawn(random, letters, 4)}})}`,
  (random) =>
    `!function(e){var t={};function n(r){if(t[r])return t[r].exports}n.s="${drawn(random, hexDigits, 20)}"}([])`,
  (random) => `cache key: deps-linux-x64-${drawn(random, hexDigits, 32)}`,
  (random) =>
    `partition key tenant-${number(random, 4)} and sort key ${drawn(random, letters, 6)}#${number(random, 6)}`,
  (random) =>
    `ERR_${drawn(random, upperAndDigits, 6)}: token count ${number(random, 4)} exceeds max_tokens ${number(random, 5)}`,
  (random) => `arn:aws:iam::${number(random, 12)}:role/deploy-${drawn(random, letters, 6)}`,
  (random) => `projects/shop/secrets/db-password/versions/${number(random, 2)}`,
  (random) => `mysql -u root -p ${drawn(random, letters, 6)} < dump.sql`,
  (random) =>
    `git checkout -p ${drawn(random, letters, 6)} && docker run -p 8080:${number(random, 4)} shop:${number(random, 1)}.2`,
  (random) => `password: "${random.pick(placeholders)}"`,
  (random) => `API_KEY=${random.pick(placeholders)}`,
  (random) =>
    `export GITHUB_TOKEN=${random.pick(['ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', '<token>', '$TOKEN', '\u0024{{ secrets.TOKEN }}'])}`,
  (random) => `aws_access_key_id = AKIAIOSFODNN7EXAMPLE # ${number(random, 3)}`,
  (random) =>
    `postgres://user:${random.pick(['password', 'pass', '<password>', '$PASSWORD', 'secret'])}@localhost:5432/db${number(random, 2)}`,
  (random) => random.pick(sentences).replace('#', number(random, 2)),
]
const placeholders = [
  'YOUR_API_KEY',
  'your-api-key-here',
  'xxxxxxxxxxxxxxxx',
  'changeme',
  'example-key-1234',
  '********',
  '<insert key>',
  'TODO',
  'process.env.KEY1',
  'REPLACE_ME_123',
  'dummy-token-123',
  'sk-...',
]
const sentences = [
  'Das Passwort ist mindestens # Zeichen lang und läuft nach # Tagen ab.',
  'Das Passwort ist #-stellig, der Schlüssel ist AES-256.',
  'Le mot de passe est obligatoire depuis la version #.2, la clé est de # bits.',
  'La contraseña es obligatoria; la clave es el id del cliente #.',
  'La clé est sous le paillasson, chambre #.',
  'パスワードは#文字以上です。キーはユーザーIDです。',
  '密码是必填项，密钥是#位。',
  '비밀번호는 #자 이상입니다.',
  'Пароль: обязательное поле, не менее # символов. Ключ — это id.',
  'The password is hashed with bcrypt, cost #; the token is a UUID v4.',
  'The token bucket refills # tokens per second; the key is the email address.',
  'Passwords for the # test users are in the vault, see vault.md.',
  'La clave es la paciencia: lleva # días.',
  'De sleutel is de klantcode uit kolom #.',
  'Der Schlüssel ist kunden-id-und-datum-2026-#.',
]

function uuidOf(random: Random): string {
  const part = (count: number) => drawn(random, hexDigits, count)
  return `${part(8)}-${part(4)}-4${part(3)}-a${part(3)}-${part(12)}`
}

export const drawLookAlikes = (random: Random, rounds: number): readonly string[] =>
  Array.from({ length: rounds }, () => makers.map((make) => make(random))).flat()

/** Lines of the lock file and pieces of programs that were installed, chosen by a hash so that each run has the same. */
export function realLookAlikes(count: number): readonly string[] {
  const lock = readFileSync('package-lock.json', 'utf8').split('\n')
  const pieces = [
    'typescript/lib/typescript.js',
    'zod/v4/classic/schemas.js',
    'ipaddr.js/ipaddr.min.js',
    'pg/lib/client.js',
    'yaml/dist/index.js',
    'hono/dist/helper/cookie/index.js',
    'ws/lib/websocket.js',
  ]
    .map((path) => readFileSync(join('node_modules', path), 'utf8'))
    .flatMap((text) => text.slice(0, 2_000_000).match(/[\s\S]{1,400}/g) ?? [])
  const licences = readdirSync('node_modules').flatMap((name) => readIfThere(join('node_modules', name, 'README.md')))
  return [...new Set([...lock, ...pieces, ...licences])]
    .filter((text) => text.trim().length > 20)
    .map((text) => [createHash('sha256').update(text).digest('hex'), text] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .slice(0, count)
    .map(([, text]) => text)
}

function readIfThere(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').match(/[\s\S]{1,600}/g) ?? []
  } catch {
    return []
  }
}
