import { type Rule, rule, token, wordToken } from '../rule.js'

/** Tokens of code hosts, package registries and build services, recognised by their format. */
export const developerToolRules: readonly Rule[] = [
  // https://github.blog/engineering/behind-githubs-new-authentication-token-formats
  token('github-token', ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'], '[A-Za-z0-9]{30,}'),
  token('github-token', 'github_pat_', '[A-Za-z0-9_]{36,}'),
  // https://docs.gitlab.com/security/tokens/#token-prefixes
  token(
    'gitlab-token',
    [
      'glpat-',
      'gldt-',
      'glrt-',
      'glrtr-',
      'glcbt-',
      'glptt-',
      'glft-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glsoat-',
      'glffct-',
    ],
    '[\\w.-]{20,}',
  ),
  // Our own: `ww key create`.
  rule('world-weaver-key', ['ww_'], 'ww_[0-9a-f]{12}_[\\w-]{43}(?![\\w-])'),
  // https://support.atlassian.com/atlassian-account/docs/manage-api-tokens-for-your-atlassian-account
  wordToken('atlassian-token', ['ATATT3', 'ATCTT3'], '[\\w=-]{24,}'),
  wordToken('atlassian-token', 'ATBB', '[A-Za-z0-9]{32}'),
  // https://docs.npmjs.com/about-access-tokens
  token('npm-token', 'npm_', '[A-Za-z0-9]{36,}'),
  rule('npm-token', ['_authToken', '_auth='], '(?<head>(?:_authToken|_auth)[ \\t]*=[ \\t]*"?)[\\w+/=-]{20,}'),
  // A macaroon of pypi.org or test.pypi.org: https://pypi.org/help/#apitoken
  token('pypi-token', 'pypi-AgE', '[\\w-]{50,}'),
  // https://guides.rubygems.org/api-key-scopes
  token('rubygems-token', 'rubygems_', '[0-9a-f]{48}'),
  // https://docs.docker.com/security/access-tokens
  token('docker-token', ['dckr_pat_', 'dckr_oat_'], '[\\w-]{27,}'),
  // https://packagist.com/docs/composer-authentication
  token('packagist-token', ['packagist_ort_', 'packagist_out_', 'packagist_uut_'], '[0-9a-f]{60,}'),
  // https://circleci.com/docs/managing-api-tokens
  token('circleci-token', ['CCIPAT_', 'CCIPRJ_'], '\\w{20,}'),
  // https://buildkite.com/docs/apis/managing-api-tokens
  wordToken('buildkite-token', ['bkua_', 'bkct_'], '[0-9a-z]{36,}'),
  // https://docs.sonarsource.com/sonarqube-server/user-guide/managing-tokens
  wordToken('sonar-token', ['squ_', 'sqp_', 'sqa_'], '[0-9a-f]{40}'),
  // https://docs.sentry.io/account/auth-tokens
  token('sentry-token', ['sntrys_', 'sntryu_'], '[\\w+/=-]{40,}'),
  // https://grafana.com/docs/grafana/latest/administration/service-accounts
  token('grafana-token', ['glsa_', 'glc_eyJ'], '[\\w+/=-]{32,}'),
  // https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys
  token('newrelic-key', ['NRAK-', 'NRII-'], '[\\w-]{27,}'),
  // https://learning.postman.com/docs/developer/postman-api/authentication
  token('postman-key', 'PMAK-', '[0-9a-f]{24}-[0-9a-f]{34}'),
  // https://linear.app/developers/graphql
  token('linear-key', ['lin_api_', 'lin_oauth_'], '[A-Za-z0-9]{32,}'),
  // https://developers.figma.com/docs/rest-api/authentication
  token('figma-token', 'figd_', '[\\w-]{38,}'),
  // https://docs.doppler.com/reference/auth-token-formats
  wordToken('doppler-token', ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.', 'dp.scim.'], '[\\w.-]{40,}'),
  // https://www.1password.dev/service-accounts
  token('1password-token', 'ops_eyJ', '[\\w+/=-]{50,}'),
]
