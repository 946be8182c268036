import { looksRandom } from '../looks-random.js'
import { named, provider, type Rule, token, uuid, wordToken } from '../rule.js'
import { gitleaks, kingfisher, noted } from './sources.js'

/** Keys for logs, metrics, errors, analytics and alarms. */
export const observabilityRules: readonly Rule[] = [
  provider(
    'Sentry',
    'https://docs.sentry.io/account/auth-tokens',
    noted,
    token('sentry-token', ['sntrys_', 'sntryu_'], '[\\w+/=-]{40,}'),
    named('sentry-token', 'sentry', '[0-9a-f]{64}'),
  ),
  provider(
    'Grafana',
    'https://grafana.com/docs/grafana/latest/administration/service-accounts',
    noted,
    token('grafana-token', ['glsa_', 'glc_eyJ'], '[\\w+/=-]{32,}'),
    wordToken('grafana-token', 'eyJrIjoi', '[A-Za-z0-9]{60,400}={0,2}'),
  ),
  provider(
    'New Relic',
    'https://docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys',
    noted,
    token('newrelic-key', ['NRAK-', 'NRII-', 'NRIQ-', 'NRRA-'], '[\\w-]{27,}'),
    named('newrelic-key', ['newrelic', 'new_relic', 'new relic'], '[0-9a-f]{36}NRAL'),
  ),
  provider('Datadog', ...kingfisher, named('datadog-key', ['datadog', 'dd_'], '[0-9a-f]{32}|[0-9a-f]{40}')),
  provider(
    'Dynatrace',
    ...gitleaks,
    wordToken('dynatrace-token', ['dt0c01.', 'dt0s01.', 'dt0s02.', 'dt0s16.'], '[A-Z0-9]{8,24}\\.[A-Z0-9]{64}'),
  ),
  provider(
    'Honeycomb',
    'https://docs.honeycomb.io/configure/environments/manage-api-keys',
    noted,
    wordToken('honeycomb-key', ['hcaik_', 'hcamk_', 'hcalk_', 'hcbik_'], '[a-z0-9]{40,64}'),
    named('honeycomb-key', 'honeycomb', '[0-9a-f]{32}|[A-Za-z0-9]{22}'),
  ),
  provider(
    'Axiom',
    'https://axiom.co/docs/reference/tokens',
    noted,
    wordToken('axiom-token', ['xaat-', 'xapt-'], uuid),
  ),
  provider(
    'Better Stack',
    ...kingfisher,
    named('betterstack-token', ['betterstack', 'better_stack', 'logtail'], '[A-Za-z0-9]{24}'),
  ),
  provider(
    'Splunk',
    'https://docs.splunk.com/Documentation/Splunk/latest/Data/UsetheHTTPEventCollector',
    noted,
    named('splunk-token', 'splunk', uuid),
  ),
  provider('Sumo Logic', ...gitleaks, named('sumologic-key', ['sumologic', 'sumo_', 'sumo logic'], '[A-Za-z0-9]{64}')),
  provider('Logz.io', ...kingfisher, named('logzio-token', 'logz', '[A-Za-z]{32}|[A-Za-z0-9]{32}')),
  provider(
    'Elastic',
    'https://www.elastic.co/docs/deploy-manage/api-keys',
    noted,
    wordToken('elastic-key', 'essu_', '[A-Za-z0-9+/=]{40,}'),
    named('elastic-key', ['elastic', 'es_api'], '[A-Za-z0-9+/_-]{52,64}={0,2}'),
  ),
  provider(
    'PagerDuty',
    ...kingfisher,
    named('pagerduty-key', ['pagerduty', 'pager_duty', 'pd_'], 'u\\+[\\w+-]{18}|[0-9a-f]{32}|[\\w+-]{20}'),
  ),
  provider(
    'Opsgenie',
    'https://support.atlassian.com/opsgenie/docs/api-key-management',
    noted,
    named('opsgenie-key', ['opsgenie', 'geniekey'], uuid),
  ),
  provider(
    'Rollbar',
    'https://docs.rollbar.com/docs/access-tokens',
    noted,
    named('rollbar-token', 'rollbar', '[0-9a-f]{32}'),
  ),
  provider('Bugsnag', ...kingfisher, named('bugsnag-key', 'bugsnag', `${uuid}|[0-9a-f]{32}`)),
  provider('Airbrake', ...kingfisher, named('airbrake-key', 'airbrake', '[0-9a-f]{32,40}')),
  provider(
    'Checkly',
    'https://www.checklyhq.com/docs/accounts-and-users/creating-api-key',
    noted,
    wordToken('checkly-key', 'cu_', '[0-9a-f]{32}'),
  ),
  provider(
    'UptimeRobot',
    ...kingfisher,
    named('uptimerobot-key', ['uptimerobot', 'uptime robot'], '[um]\\d{5,9}-[0-9a-f]{24,32}'),
  ),
  provider('PostHog', ...kingfisher, wordToken('posthog-key', ['phx_', 'phs_'], '[A-Za-z0-9_]{40,50}')),
  provider(
    'Mixpanel',
    'https://docs.mixpanel.com/docs/orgs-and-projects/managing-projects',
    noted,
    named('mixpanel-secret', 'mixpanel', '[0-9a-f]{32}|[A-Za-z0-9]{32}'),
  ),
  provider(
    'Amplitude',
    'https://amplitude.com/docs/apis/authentication',
    noted,
    named('amplitude-secret', 'amplitude', '[0-9a-f]{32}'),
  ),
  provider(
    'Segment',
    ...kingfisher,
    wordToken('segment-token', 'sgp_', '[A-Za-z0-9]{64}'),
    named('segment-key', 'segment', '[A-Za-z0-9]{32}'),
  ),
  provider('Algolia', ...gitleaks, named('algolia-key', 'algolia', '[0-9a-f]{32}')),
  provider('FullStory', ...kingfisher, wordToken('fullstory-key', ['na1.', 'eu1.'], '[A-Za-z0-9+/]{100}', looksRandom)),
  provider(
    'dbt Cloud',
    'https://docs.getdbt.com/docs/dbt-cloud-apis/authentication',
    noted,
    wordToken('dbt-token', ['dbtc_', 'dbtu_'], '[\\w-]{30,60}'),
  ),
  provider(
    'Metabase',
    'https://www.metabase.com/docs/latest/people-and-groups/api-keys',
    noted,
    wordToken('metabase-key', 'mb_', '[A-Za-z0-9+/]{40,46}={0,2}', looksRandom),
  ),
  provider('Shodan', ...kingfisher, named('shodan-key', 'shodan', '[A-Za-z0-9]{32}')),
  provider('VirusTotal', ...kingfisher, named('virustotal-key', ['virustotal', 'vt_'], '[0-9a-f]{64}')),
].flat()
