import { assigned, quote } from '../assignment.js'
import { looksRandom } from '../looks-random.js'
import { caseInsensitiveRule, named, provider, type Rule, rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

/** Keys of hosting, databases as a service and infrastructure tools. */
export const hostingRules: readonly Rule[] = [
  provider(
    'Vercel',
    'https://vercel.com/docs/rest-api#authentication',
    noted,
    // 24 characters, or a prefix for the type of token.
    wordToken('vercel-token', ['vcp_', 'vci_', 'vca_', 'vcr_', 'vck_'], '[A-Za-z0-9]{24,}'),
    wordToken('vercel-token', 'vercel_blob_rw_', '[A-Za-z0-9_]{30,}'),
    caseInsensitiveRule(
      'vercel-token',
      ['vercel'],
      String.raw`(?<head>vercel[_ ]?(?:api[_ ]?)?token${assigned}${quote}?)[A-Za-z0-9]{24}(?!\w)`,
      (secret) => /\d/.test(secret),
    ),
  ),
  provider(
    'Heroku',
    'https://devcenter.heroku.com/articles/authentication',
    noted,
    // With a prefix, or a UUID, which is recognised by its name only.
    token('heroku-key', 'HRKU-', '[\\w-]{30,}'),
    caseInsensitiveRule(
      'heroku-key',
      ['heroku'],
      String.raw`(?<head>heroku[\w. -]{0,20}${assigned}${quote}?)${uuid}`,
      () => true,
    ),
  ),
  provider(
    'Fly.io',
    'https://fly.io/docs/security/tokens',
    noted,
    rule('fly-token', ['fm1r_', 'fm1a_', 'fm2_', 'fo1_'], '(?:fm1[ar]|fm2|fo1)_[\\w+/=-]{40,}'),
  ),
  provider(
    'Netlify',
    'https://docs.netlify.com/api/get-started',
    noted,
    token('netlify-token', ['nfp_', 'nfo_', 'nfc_', 'nfb_', 'nfu_'], '[A-Za-z0-9]{36,}'),
  ),
  provider('Render', 'https://render.com/docs/api', noted, wordToken('render-key', 'rnd_', '[A-Za-z0-9]{24,40}')),
  provider('Railway', 'https://docs.railway.com/reference/public-api', noted, named('railway-token', 'railway', uuid)),
  provider(
    'Deno Deploy',
    'https://docs.deno.com/deploy',
    noted,
    wordToken('deno-token', ['ddp_', 'ddo_', 'ddw_'], '[A-Za-z0-9]{36,44}'),
  ),
  provider('Scalingo', ...gitleaks, wordToken('scalingo-token', 'tk-us-', '[\\w-]{48}')),
  provider(
    'ngrok',
    ...kingfisher,
    named('ngrok-token', 'ngrok', '[A-Za-z0-9]{25,30}_\\d[A-Za-z0-9]{20}|(?:cr|ak)_[A-Za-z0-9]{25,30}'),
  ),
  provider(
    'Supabase',
    'https://supabase.com/docs/guides/api/api-keys',
    noted,
    token('supabase-key', 'sbp_', '[0-9a-f]{40}'),
    token('supabase-key', 'sb_secret_', '[\\w-]{20,}'),
  ),
  provider(
    'PlanetScale',
    'https://planetscale.com/docs/concepts/connection-strings',
    noted,
    token('planetscale-secret', ['pscale_pw_', 'pscale_tkn_', 'pscale_oauth_'], '[\\w.=-]{32,}'),
  ),
  provider(
    'Neon',
    'https://neon.com/docs/manage/api-keys',
    noted,
    wordToken('neon-key', 'napi_', '[a-z0-9]{40,70}'),
    wordToken('neon-password', 'npg_', '[A-Za-z0-9]{12,20}'),
  ),
  provider(
    'MongoDB Atlas',
    ...kingfisher,
    wordToken('mongodb-atlas-key', 'mdb_sa_sk_', '[\\w-]{40}'),
    named('mongodb-atlas-key', ['mongodb_atlas', 'atlas_', 'mongodb atlas'], uuid),
  ),
  provider(
    'Aiven',
    'https://aiven.io/docs/platform/howto/list-user-profile',
    noted,
    wordToken('aiven-password', 'AVNS_', '[\\w-]{15,24}'),
  ),
  provider('Xata', 'https://xata.io/docs', noted, wordToken('xata-key', 'xau_', '[A-Za-z0-9]{25,60}')),
  provider(
    'Upstash',
    'https://upstash.com/docs/redis/features/restapi',
    noted,
    named('upstash-token', 'upstash', '[A-Za-z0-9=_-]{40,120}'),
  ),
  provider('ClickHouse Cloud', ...gitleaks, wordToken('clickhouse-key', '4b1d', '[A-Za-z0-9]{38}')),
  provider(
    'Databricks',
    'https://docs.databricks.com/dev-tools/auth/pat.html',
    noted,
    wordToken('databricks-token', ['dapi', 'dose', 'dkea'], '[0-9a-f]{32}(?:-\\d)?'),
  ),
  provider(
    'Confluent',
    ...gitleaks,
    wordToken('confluent-secret', 'cflt', '[A-Za-z0-9+/]{60}'),
    named('confluent-secret', 'confluent', '[A-Za-z0-9+/]{64}'),
  ),
  provider(
    'Vault',
    'https://developer.hashicorp.com/vault/docs/concepts/tokens',
    noted,
    wordToken('vault-token', ['hvs.', 'hvb.', 'hvr.'], '[\\w-]{24,}'),
    caseInsensitiveRule(
      'vault-token',
      ['vault'],
      String.raw`(?<head>vault[\w. -]{0,12}token${assigned}${quote}?)s\.[A-Za-z0-9]{24}(?!\w)`,
    ),
  ),
  provider(
    'Terraform Cloud',
    'https://developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
    noted,
    rule('terraform-token', ['.atlasv1.'], '(?<=(?<lead>[A-Za-z0-9]{14}))\\.atlasv1\\.[\\w-]{60,}'),
  ),
  provider(
    'Consul, Nomad',
    'https://developer.hashicorp.com/consul/docs/security/acl/tokens',
    noted,
    named('consul-token', ['consul', 'nomad'], uuid),
  ),
  provider(
    'Pulumi',
    'https://www.pulumi.com/docs/pulumi-cloud/access-management/access-tokens',
    noted,
    wordToken('pulumi-token', 'pul-', '[0-9a-f]{40}'),
  ),
  provider(
    'Doppler',
    'https://docs.doppler.com/reference/auth-token-formats',
    noted,
    wordToken(
      'doppler-token',
      ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.', 'dp.said.', 'dp.audit.'],
      '[\\w.-]{40,}',
    ),
  ),
  provider(
    'Infisical',
    'https://infisical.com/docs/documentation/platform/token',
    noted,
    rule('infisical-token', ['st.'], '(?<![\\w.-])st\\.[0-9a-f]{8,24}[\\w-]{0,16}\\.[0-9a-f]{32}\\.[0-9a-f]{32}'),
  ),
  provider(
    '1Password',
    'https://www.1password.dev/service-accounts',
    noted,
    token('1password-token', 'ops_eyJ', '[\\w+/=-]{50,}'),
    wordToken(
      '1password-secret-key',
      'A3-',
      '[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})-[A-Z0-9]{5}-[A-Z0-9]{5}-[A-Z0-9]{5}',
    ),
  ),
  provider(
    'Bitwarden',
    'https://bitwarden.com/help/access-tokens',
    noted,
    rule(
      'bitwarden-token',
      ['0.'].flatMap((start) => [...'0123456789abcdef'].map((each) => start + each)),
      `(?<![\\w.-])0\\.${uuid}\\.[A-Za-z0-9]{20,40}:[A-Za-z0-9+/]{20,30}={0,2}`,
    ),
  ),
  provider(
    'Tailscale',
    ...kingfisher,
    wordToken('tailscale-key', 'tskey-', '[a-z]{2,12}-[A-Za-z0-9]{8,24}-[A-Za-z0-9]{12,50}'),
  ),
  provider(
    'Defined Networking',
    ...gitleaks,
    wordToken('defined-networking-token', 'dnkey-', '[A-Za-z0-9=_-]{26}-[A-Za-z0-9=_-]{52}'),
  ),
  provider('ZeroTier', ...kingfisher, named('zerotier-token', 'zerotier', '[A-Za-z0-9]{32}')),
  provider(
    'Rancher',
    'https://ranchermanager.docs.rancher.com/api/api-tokens',
    noted,
    rule('rancher-token', ['token-'], '(?<![\\w-])token-[a-z0-9]{5}:[a-z0-9]{54}(?![a-z0-9])'),
  ),
  provider('OpenShift', ...gitleaks, wordToken('openshift-token', 'sha256~', '[\\w-]{43}')),
  provider('Octopus Deploy', ...gitleaks, wordToken('octopus-key', 'API-', '[A-Z0-9]{26,40}', looksRandom)),
  provider('Prefect', ...gitleaks, wordToken('prefect-key', ['pnu_', 'pnb_'], '[A-Za-z0-9]{36}')),
  provider('Cisco Meraki', ...gitleaks, named('meraki-key', 'meraki', '[0-9a-f]{40}')),
  provider('TrueNAS', ...kingfisher, named('truenas-key', 'truenas', '\\d{1,4}-[A-Za-z0-9]{64}')),
].flat()
