import { createHmac } from 'node:crypto'
import type { Random } from './random.js'

const lower = 'abcdefghijklmnopqrstuvwxyz'
const upper = lower.toUpperCase()
const digits = '0123456789'
const alphanumeric = lower + upper + digits
const hex = `${digits}abcdef`
const url64 = `${alphanumeric}-_`
const base64 = `${alphanumeric}+/`

export interface PlantedSecret {
  /** What `findSecrets` calls it. */
  readonly kind: string
  /** As somebody would write it down. */
  readonly text: string
  /** The parts of the text that must be nowhere. */
  readonly parts: readonly string[]
}

/**
 * One of each kind, drawn anew: none is anybody's, and none is written in this repository, where scanners would find it.
 */
export function plantSecrets(random: Random): readonly PlantedSecret[] {
  const draw = (alphabet: string, length: number): string =>
    // Two digits and a letter at least, as any drawing of that length has.
    `${Array.from({ length: length - 3 }, () => random.pick([...alphabet])).join('')}${alphabet.includes('a') ? 'a' : 'A'}${alphabet.includes('7') ? '47' : '5F'}`
  const plain = (kind: string, secret: string, around = (text: string) => text): PlantedSecret => ({
    kind,
    text: around(secret),
    parts: [secret],
  })
  const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const jwt = `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment({ sub: draw(digits, 10) })}.${createHmac('sha256', draw(hex, 9)).update('x').digest('base64url')}`
  const keyLines = Array.from({ length: 6 }, () => draw(base64, 64))
  const pem = (type: string, newline: string) =>
    [`-----BEGIN ${type}PRIVATE KEY-----`, ...keyLines, `-----END ${type}PRIVATE KEY-----`].join(newline)
  const bot = Buffer.from(`1${draw(digits, 17)}`).toString('base64url')
  return [
    plain('aws-access-key-id', `AKIA${draw(`${upper}234567`, 16).replace(/[^A-Z2-7]/g, 'Q')}`),
    plain('aws-secret-access-key', draw(base64, 40), (key) => `aws_secret_access_key = ${key}`),
    plain('google-api-key', `AIza${draw(url64, 35)}`),
    plain('google-oauth-secret', `GOCSPX-${draw(url64, 28)}`),
    plain(
      'azure-account-key',
      `${draw(base64, 86)}==`,
      (key) => `AccountName=shop;AccountKey=${key};EndpointSuffix=core.windows.net`,
    ),
    plain(
      'azure-sas',
      encodeURIComponent(`${draw(base64, 43)}=`),
      (sig) => `https://shop.blob.core.windows.net/c?sv=2024-11-04&sig=${sig}&se=2026`,
    ),
    plain('azure-client-secret', `${draw(alphanumeric, 3)}8Q~${draw(`${alphanumeric}_.`, 34)}`),
    plain('digitalocean-token', `dop_v1_${draw(hex, 64)}`),
    plain('cloudflare-token', `cfut_${draw(alphanumeric, 48)}`),
    plain('cloudflare-token', draw(url64, 40), (key) => `export CLOUDFLARE_API_TOKEN=${key}`),
    plain('vercel-token', draw(alphanumeric, 24), (key) => `VERCEL_TOKEN="${key}"`),
    plain('heroku-key', `HRKU-${draw(url64, 60)}`),
    plain('databricks-token', `dapi${draw(hex, 32)}`),
    plain('vault-token', `hvs.${draw(url64, 90)}`),
    plain('github-token', `ghp_${draw(alphanumeric, 36)}`),
    plain('github-token', `gho_${draw(alphanumeric, 36)}`, (key) => `git clone https://${key}@github.com/acme/shop`),
    plain('github-token', `github_pat_${draw(alphanumeric, 22)}_${draw(alphanumeric, 59)}`),
    plain('gitlab-token', `glpat-${draw(url64, 20)}`),
    plain('world-weaver-key', `ww_${draw(hex, 12)}_${draw(url64, 43)}`),
    plain('npm-token', `npm_${draw(alphanumeric, 36)}`),
    plain('pypi-token', `pypi-AgEIcHlwaS5vcmc${draw(url64, 140)}`),
    plain('docker-token', `dckr_pat_${draw(url64, 27)}`),
    plain('slack-token', `xoxb-${draw(digits, 12)}-${draw(digits, 12)}-${draw(alphanumeric, 24)}`),
    plain(
      'slack-webhook',
      `T${draw(upper + digits, 8)}/B${draw(upper + digits, 8)}/${draw(alphanumeric, 24)}`,
      (path) => `https://hooks.slack.com/services/${path}`,
    ),
    plain('discord-token', `${bot}.${draw(url64, 6)}.${draw(url64, 38)}`),
    plain('telegram-token', `${draw('123456789', 10).replace(/\D/g, '6')}:AA${draw(url64, 33)}`),
    plain('stripe-key', `sk_live_${draw(alphanumeric, 24)}`),
    plain('shopify-token', `shpat_${draw(hex, 32)}`),
    plain('twilio-key', `SK${draw(hex, 32)}`),
    plain('sendgrid-key', `SG.${draw(url64, 22)}.${draw(url64, 43)}`),
    plain('anthropic-key', `sk-ant-api03-${draw(url64, 93)}AA`),
    plain('openai-key', `sk-proj-${draw(url64, 120)}`),
    plain('openai-key', `sk-${draw(alphanumeric, 48)}`),
    plain('huggingface-token', `hf_${draw(lower + upper, 32)}Zz`),
    plain('jwt', jwt),
    { kind: 'private-key', text: pem('RSA ', '\n'), parts: keyLines },
    {
      kind: 'private-key',
      text: `{"type": "service_account", "private_key": "${pem('', '\\n')}\\n"}`,
      parts: keyLines,
    },
    { kind: 'private-key', text: pem('OPENSSH ', '\n'), parts: keyLines },
    plain('age-key', `AGE-SECRET-KEY-1${draw(upper + digits, 58)}`),
    plain('database-password', draw(alphanumeric, 14), (key) => `postgres://shop:${key}@db.internal:5432/shop`),
    plain('url-password', draw(alphanumeric, 14), (key) => `https://deploy:${key}@registry.acme.dev/v2/`),
    plain(
      'bearer-token',
      draw(alphanumeric, 40),
      (key) => `curl -H "Authorization: Bearer ${key}" https://api.acme.dev`,
    ),
    plain(
      'basic-credentials',
      Buffer.from(`admin:${draw(alphanumeric, 12)}`).toString('base64'),
      (key) => `Authorization: Basic ${key}`,
    ),
    plain('password', `${draw(alphanumeric, 9)}!`, (key) => `DB_PASSWORD=${key}`),
    plain('password', draw(alphanumeric, 12), (key) => `{"user": "anna", "password": "${key}"}`),
    plain('password', draw(alphanumeric, 12), (key) => `the password is ${key}, do not lose it`),
    plain('secret', draw(alphanumeric, 32), (key) => `api_key: '${key}'`),
    plain('secret', draw(hex, 40), (key) => `const clientSecret = "${key}"`),
  ]
}
