import { looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, type Rule, rule, token, wordToken } from '../rule.js'

/** Between a name and its value: `NAME=value`, `"name": "value"`, `name => 'value'`, also inside an escaped string. */
const assigned = String.raw`\\?["'\x60]?[ \t]{0,4}(?:=>|:=|[:=])[ \t]{0,4}\\?["'\x60]?`

/** Keys of cloud providers and hosting platforms, recognised by their format. */
export const cloudRules: readonly Rule[] = [
  // Four letters for the type of key, then base32: https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html
  wordToken('aws-access-key-id', ['AKIA', 'ASIA', 'ABIA', 'ACCA'], '[A-Z2-7]{16}'),
  // 40 characters of base64, recognised by their name only: https://docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html
  caseInsensitiveRule(
    'aws-secret-access-key',
    ['aws_secret', 'secret_access_key', 'secretaccesskey', 'aws_session_token'],
    `(?<head>(?:aws_secret_access_key|aws_secret_key|aws_secret|secret_access_key|secretaccesskey|aws_session_token)${assigned})[A-Za-z0-9/+]{40,1200}={0,2}`,
    looksRandom,
  ),
  // https://cloud.google.com/docs/authentication/api-keys
  wordToken('google-api-key', 'AIza', '[\\w-]{35}'),
  // https://developers.google.com/identity/protocols/oauth2: client secrets, access and refresh tokens
  token('google-oauth-secret', 'GOCSPX-', '[\\w-]{20,}'),
  wordToken('google-oauth-token', 'ya29.', '[\\w-]{20,}'),
  wordToken('google-oauth-token', '1//0', '[\\w-]{30,}'),
  // 64 bytes in base64: https://learn.microsoft.com/azure/storage/common/storage-configure-connection-string
  caseInsensitiveRule(
    'azure-account-key',
    ['accountkey', 'sharedaccesskey'],
    `(?<head>(?:AccountKey|SharedAccessKey)${assigned})[A-Za-z0-9+/]{40,90}={0,2}`,
    looksRandom,
  ),
  // The signature of a shared access signature: https://learn.microsoft.com/azure/storage/common/storage-sas-overview
  rule('azure-sas', ['sig='], String.raw`(?<=[?&;\s"'])(?<head>sig=)(?:[A-Za-z0-9/+-]|_|%[0-9A-Fa-f]{2}){40,}={0,2}`),
  // Client secrets of Entra ID have "Q~" after three characters and a digit.
  rule('azure-client-secret', ['Q~'], String.raw`(?<=(?<![\w~.-])(?<lead>[\w~.-]{3}\d))Q~[\w~.-]{31,34}`),
  // https://docs.digitalocean.com/reference/api/create-personal-access-token
  token('digitalocean-token', ['dop_v1_', 'doo_v1_', 'dor_v1_'], '[0-9a-f]{64}'),
  // https://developers.cloudflare.com/fundamentals/api/get-started/token-formats
  wordToken('cloudflare-token', ['cfk_', 'cfut_', 'cfat_'], '[A-Za-z0-9_-]{40,}'),
  // Origin CA keys: https://developers.cloudflare.com/fundamentals/api/get-started/ca-keys
  rule('cloudflare-origin-key', ['v1.0-'], 'v1\\.0-[0-9a-f]{24}-[0-9a-f]{100,}'),
  // Tokens from before the prefix are recognised by the name of the variable.
  caseInsensitiveRule(
    'cloudflare-token',
    ['cloudflare', 'cf_api'],
    String.raw`(?<head>(?:cloudflare|cf_api)[\w.-]{0,20}${assigned})[\w-]{37,45}(?![\w-])`,
    looksRandom,
  ),
  // https://vercel.com/docs/rest-api#authentication: 24 characters, or a prefix for the type of token
  wordToken('vercel-token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], '[A-Za-z0-9]{24,}'),
  caseInsensitiveRule(
    'vercel-token',
    ['vercel'],
    String.raw`(?<head>vercel_?(?:api_?)?token${assigned})[A-Za-z0-9]{24}(?!\w)`,
    (secret) => /\d/.test(secret),
  ),
  // https://devcenter.heroku.com/articles/authentication: with a prefix, or a UUID, recognised by its name only
  token('heroku-key', 'HRKU-', '[\\w-]{30,}'),
  caseInsensitiveRule(
    'heroku-key',
    ['heroku'],
    String.raw`(?<head>heroku[\w.-]{0,20}${assigned})[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}`,
    () => true,
  ),
  // https://fly.io/docs/security/tokens
  rule('fly-token', ['fm1r_', 'fm2_', 'fo1_'], '(?:fm1r|fm2|fo1)_[\\w+/=-]{40,}'),
  // https://docs.netlify.com/api/get-started
  token('netlify-token', 'nfp_', '[A-Za-z0-9]{36,}'),
  // https://supabase.com/docs/guides/api/api-keys
  token('supabase-key', 'sbp_', '[0-9a-f]{40}'),
  token('supabase-key', 'sb_secret_', '[\\w-]{20,}'),
  // https://planetscale.com/docs/concepts/connection-strings
  token('planetscale-secret', ['pscale_pw_', 'pscale_tkn_', 'pscale_oauth_'], '[\\w.=-]{32,}'),
  // https://docs.databricks.com/dev-tools/auth/pat.html
  wordToken('databricks-token', 'dapi', '[0-9a-f]{32}(?:-\\d)?'),
  // https://developer.hashicorp.com/vault/docs/concepts/tokens; https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens
  wordToken('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,}'),
  rule('terraform-token', ['.atlasv1.'], '(?<=(?<lead>[A-Za-z0-9]{14}))\\.atlasv1\\.[\\w-]{60,}'),
  // https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens
  wordToken('pulumi-token', 'pul-', '[0-9a-f]{40}'),
]
