import type { Kind, Memory } from '#ww/memory/memory.js'
import { days, hours, start } from '../support/memories.js'

/** A web shop in TypeScript. */
export const harbor = 'acme/harbor'
/** A forecasting service in Python, by the same people: much is named alike and decided otherwise. */
export const lantern = 'acme/lantern'

type Told = readonly [name: string, text: string, kind?: Kind]

const harborTold: readonly Told[] = [
  [
    'staging-port',
    'The staging database of harbor listens on port 5433, not 5432: 5432 is taken by the analytics replica.',
  ],
  ['pnpm', 'We use pnpm, never npm: npm install rewrites the lockfile and CI refuses it.'],
  ['node-pin', 'Node is pinned to 20.11 in the Dockerfile because sharp 0.32 crashes on Node 22 with a segfault.'],
  [
    'money',
    'Decision: amounts are integers in cents everywhere; the Money type in packages/money/src/money.ts is the only place that formats them.',
  ],
  [
    'stripe-idempotency',
    'Stripe charges were doubled after a retry; fixed by sending an Idempotency-Key made from the order id.',
  ],
  [
    'webhook-secret',
    'The Stripe webhook answered 400 "No signatures found": the raw body must reach constructEvent, so the JSON parser is off for /webhooks/stripe.',
  ],
  [
    'fastify',
    'We moved from Express to Fastify 4 in March; middleware is written as plugins under apps/api/src/plugins.',
  ],
  ['zod', 'Request bodies are validated with zod schemas next to the route, and the types are inferred from them.'],
  [
    'migrations',
    'Migrations run with drizzle-kit push only locally; staging and production use the SQL files in db/migrations, reviewed by Farah.',
  ],
  [
    'flaky-checkout',
    'The test checkout.spec.ts was flaky because the mail worker polled every 5 s; it waits for the outbox row now.',
  ],
  ['redis-tls', 'Redis on production needs TLS: rediss:// and port 6380; a plain connection hangs without any error.'],
  ['feature-flags', 'Feature flags live in Unleash; new flags are named harbor.<area>.<flag> and get an expiry date.'],
  ['release-friday', 'No releases on Fridays after 14:00; the release train leaves Tuesday and Thursday at 10:00.'],
  ['commit-style', 'The user prefers conventional commits in English, at most 72 characters in the subject.'],
  ['no-comments', 'Marta dislikes comments that repeat the code; explain why, not what.'],
  ['tabs', 'Formatting: two spaces and single quotes, enforced by Biome; Prettier was removed.'],
  [
    'vat',
    'VAT is calculated per line, rounded half up per line and then summed, because the Polish tax office checks it that way.',
  ],
  [
    'invoice-numbers',
    'Invoice numbers must have no gaps: they are drawn inside the transaction from the table invoice_counter.',
  ],
  ['pdf', 'Invoices are rendered to PDF by Gotenberg 8; headless Chromium in Lambda was too slow (9 s).'],
  [
    's3-bucket',
    'Product images are in the bucket harbor-media-eu, region eu-central-1; the CDN is CloudFront with a 7 day cache.',
  ],
  ['image-sizes', 'Thumbnails are made at 320, 640 and 1280 pixels in AVIF with a JPEG fallback.'],
  [
    'search',
    'Product search uses Meilisearch 1.6; synonyms are kept in search/synonyms.json and pushed by scripts/sync-synonyms.ts.',
  ],
  ['elastic-removed', 'Elasticsearch was removed in April: two nodes cost 400 euro a month for 12,000 products.'],
  [
    'auth',
    'Login is done by Keycloak 24 with the realm "harbor"; access tokens live 5 minutes, refresh tokens 8 hours.',
  ],
  [
    'csrf',
    'The CSRF token failed behind the proxy because trustProxy was off; set trustProxy: 1 in the Fastify server.',
  ],
  ['session-cookie', 'Session cookies must be SameSite=Lax; Strict broke the return from PayPal.'],
  [
    'paypal',
    'PayPal sandbox credentials expire every 90 days; renew them in the developer dashboard under the account shop-test@acme.example.',
  ],
  [
    'rate-limit',
    'The public API is limited to 60 requests a minute per key by @fastify/rate-limit with the Redis store.',
  ],
  [
    'timeouts',
    'ECONNRESET from the warehouse API came from its idle timeout of 4 s; the agent keeps sockets for 3 s only.',
  ],
  ['warehouse', 'The warehouse API of Logistra delivers stock as CSV with semicolons and Windows-1252 encoding.'],
  [
    'stock-sync',
    'Stock is synchronised every 15 minutes by the cron job stock-sync in apps/worker; it takes a Postgres advisory lock 4711.',
  ],
  ['deadlock', 'Deadlock detected (40P01) while reserving stock: rows are now locked in the order of their SKU.'],
  ['currency', 'We sell in EUR, PLN and CZK; exchange rates come from the ECB feed once a day at 16:30.'],
  ['i18n', 'Translations are kept in apps/web/locales as ICU messages; Lokalise pulls them every night.'],
  ['react-query', 'The frontend uses TanStack Query; server state never goes into Redux, which was deleted.'],
  ['nextjs', 'The shop is Next.js 14 with the app router; pages/ is legacy and must not grow.'],
  ['hydration', 'Hydration mismatch on the product page was caused by toLocaleString without a fixed time zone.'],
  ['e2e', 'End-to-end tests run with Playwright against docker compose -f compose.e2e.yml; they need 4 GB of memory.'],
  ['coverage', 'The team agreed not to chase coverage; critical paths are checkout, invoices and refunds.'],
  ['refunds', 'Partial refunds are allowed up to 30 days after delivery; after that support does them by hand.'],
  ['gdpr', 'Customer data is deleted 3 years after the last order by the job gdpr-sweep; invoices are kept 10 years.'],
  ['emails', 'Mails go through Postmark with the stream "orders"; bounces are written to the table mail_bounce.'],
  ['mjml', 'Mail templates are MJML in packages/mail/templates, compiled at build time.'],
  ['sentry', 'Errors go to Sentry with the release set to the git sha; source maps are uploaded by the deploy job.'],
  ['otel', 'Tracing is OpenTelemetry to Grafana Tempo; sampling is 10 percent, checkout is always sampled.'],
  ['k8s', 'Production runs on Kubernetes in the cluster fra-1; the namespace is shop, secrets come from Vault.'],
  ['helm', 'Helm values are in deploy/helm/values-production.yaml; a rollback is helm rollback harbor 0.'],
  ['oom', 'The worker was killed by OOM (exit 137) while importing the catalogue; it streams the XML with sax now.'],
  ['catalog', 'The supplier catalogue of Brandt is an XML of 600 MB delivered on Mondays at 04:00 over SFTP.'],
  ['slugs', 'Product slugs never change once published; a renamed product keeps its slug and gets a redirect.'],
  [
    'cache-tags',
    'The product cache is invalidated by tag product:<id>; clearing everything took the shop down in May.',
  ],
  ['checkout-lock', 'Two clicks on "Pay" made two orders: the checkout takes an advisory lock on the cart id.'],
  ['eslint', 'ESLint was replaced by Biome in June; the only rule we switched off is noNonNullAssertion.'],
  ['monorepo', 'Turborepo builds the packages; remote cache is off since it leaked environment variables.'],
  ['env-files', 'Never commit .env; .env.example is the list of all variables and CI checks that it is complete.'],
  ['preview', 'Preview environments are made per pull request on Fly.io and go away after 3 days.'],
  ['seed', 'pnpm db:seed fills 200 products and the user demo@acme.example for local work.'],
  ['admin', 'The back office is a separate app in apps/admin on port 3100 and uses the same API.'],
  ['permissions', 'Roles are viewer, clerk and manager; only a manager may change prices.'],
  ['price-rounding', 'Prices in PLN are rounded to end on .99 by the function psychologicalPrice in packages/pricing.'],
  ['coupons', 'Coupons cannot be combined; the best one wins, computed in packages/pricing/src/coupons.ts.'],
  ['abandoned', 'Abandoned carts get one mail after 24 hours, never two; legal asked for that.'],
  ['sitemap', 'The sitemap is generated nightly; more than 50,000 URLs have to be split into several files.'],
  ['cors', 'CORS allows only shop.acme.example and admin.acme.example; wildcards were refused in the security review.'],
  ['graphql-no', 'We decided against GraphQL: three clients, one team, REST with OpenAPI is enough.'],
  [
    'openapi',
    'The OpenAPI file is generated by fastify-swagger into apps/api/openapi.json; the client is made by orval.',
  ],
  ['vitest', 'Unit tests run with vitest; jest.config.js is gone since February.'],
  [
    'test-db',
    'Integration tests need Postgres in Docker: pnpm db:up first, else they fail with ECONNREFUSED 127.0.0.1:5544.',
  ],
  ['timezone', 'All times are stored in UTC; delivery windows are shown in Europe/Warsaw.'],
  ['lesson-amend', 'Never amend commits that were pushed: Marta lost a review that way.', 'lesson'],
  [
    'lesson-migrate',
    'ERROR: relation "order_line" does not exist after switching branches: run pnpm db:migrate, then restart the API.',
    'lesson',
  ],
  [
    'lesson-sharp',
    'pnpm install failed with "sharp: Installation error": set SHARP_IGNORE_GLOBAL_LIBVIPS=1 and install again; that worked.',
    'lesson',
  ],
  [
    'lesson-port',
    'Error: listen EADDRINUSE :::3000 when starting the shop: the admin preview is still running; kill it with pnpm stop:all.',
    'lesson',
  ],
  [
    'lesson-playwright',
    'browserType.launch: Executable does not exist: run pnpm exec playwright install chromium; that worked.',
    'lesson',
  ],
]

const lanternTold: readonly Told[] = [
  [
    'l-staging-port',
    'The staging database of lantern listens on port 6543 behind PgBouncer; use transaction pooling only.',
  ],
  ['l-uv', 'Dependencies are managed with uv, never pip or poetry; the lockfile is uv.lock.'],
  ['l-python', 'Python is pinned to 3.11 because the prophet wheel is missing for 3.12.'],
  [
    'l-money',
    'Amounts are Decimal with 4 places here; cents as integers were tried and lost the half cents of tariffs.',
  ],
  ['l-fastapi', 'The API is FastAPI with pydantic v2; routers are in lantern/api/routers.'],
  ['l-migrations', 'Migrations are Alembic, autogenerate is allowed, every revision is checked by Ivo.'],
  ['l-release', 'Releases of lantern happen any day, by tag; Friday is fine since the service is internal.'],
  ['l-commits', 'Commit messages are free text in German here; nobody reads them.'],
  ['l-format', 'Formatting: four spaces and double quotes, by ruff format; black was removed.'],
  ['l-auth', 'Login uses the Azure AD of the group; access tokens live 60 minutes.'],
  ['l-cache', 'Forecasts are cached in Redis without TLS on port 6379, inside the private network.'],
  ['l-flags', 'There are no feature flags here: a config file flags.toml is read at start.'],
  ['l-models', 'The model of the week is LightGBM with 64 leaves; Prophet is only the fallback for short series.'],
  [
    'l-horizon',
    'Forecast horizon is 14 days in steps of 15 minutes; longer horizons were worse than the naive forecast.',
  ],
  [
    'l-holidays',
    'Holidays come from the package holidays with subdivisions; Corpus Christi was missing for Bavaria until 0.46.',
  ],
  ['l-weather', 'Weather is from Open-Meteo; the archive endpoint allows 10,000 calls a day.'],
  ['l-backtest', 'Backtests use 8 rolling windows; a change ships only if MAPE falls by 0.2 points or more.'],
  ['l-leak', 'The suspiciously good MAPE of 1.1 was a leak: the target of the same day was in the features.'],
  [
    'l-nan',
    'NaN in features after a DST change: the hour from 02:00 to 03:00 is missing in March and doubled in October.',
  ],
  ['l-parquet', 'Raw data is Parquet in abfss://raw@lanterndata, partitioned by meter and month.'],
  ['l-spark', 'Spark was dropped: DuckDB reads the 40 GB in 90 seconds on one machine.'],
  ['l-airflow', 'Jobs run in Airflow 2.8; the DAG train_weekly starts on Sunday at 02:00 and takes three hours.'],
  [
    'l-airflow-retry',
    'Airflow tasks retry twice with 10 minutes between; sensors must use mode="reschedule" or they block the slots.',
  ],
  ['l-gpu', 'No GPU is needed; the deep learning experiment with TFT gained nothing over LightGBM.'],
  [
    'l-mlflow',
    'Experiments are tracked in MLflow at mlflow.lantern.internal; the registry stage "Production" is what is served.',
  ],
  ['l-units', 'Energy is in kWh, power in kW; meters of type SLP deliver only daily values.'],
  ['l-meters', 'Meter ids begin with DE and have 33 characters; old ones of Vattenfall have a leading space.'],
  ['l-edifact', 'The market messages are EDIFACT MSCONS 2.4c; the parser is in lantern/ingest/mscons.py.'],
  ['l-tests', 'Tests run with pytest -n 4; the fixture meters() is slow, use tiny_meters() where possible.'],
  ['l-hypothesis', 'Hypothesis found that empty series crash resample; guard with the function ensure_length.'],
  ['l-types', 'mypy runs in strict mode only for lantern/core; notebooks are excluded.'],
  ['l-notebooks', 'Notebooks are stripped of output by nbstripout before commit.'],
  [
    'l-docker',
    'The image is built with the distroless Python base; there is no shell in it, debug with the -debug tag.',
  ],
  ['l-k8s', 'lantern runs on Azure AKS in the namespace forecast; secrets are in Key Vault.'],
  ['l-memory', 'The trainer needs 24 GB of memory; with 16 it was OOM killed at feature 120.'],
  ['l-alerts', 'Alerts go to the Teams channel Lantern-Ops; PagerDuty was cancelled.'],
  ['l-sla', 'The forecast for the next day has to be delivered at 09:30; the trading desk calls at 09:31.'],
  ['l-quantile', 'We deliver the quantiles 10, 50 and 90; crossing quantiles are sorted after prediction.'],
  ['l-bias', 'Forecasts were 3 percent too low in winter; fixed by adding the wind chill as a feature.'],
  ['l-solar', 'Solar feed-in is forecast separately with pvlib and subtracted.'],
  [
    'l-ev',
    'Charging of electric cars made the evening peak unpredictable in Stuttgart; those meters have a model of their own.',
  ],
  ['l-retention', 'Meter values are deleted after 3 years and 3 months, as the metering law demands.'],
  ['l-cors', 'CORS is open on the internal network: allow_origins is "*".'],
  ['l-graphql', 'The trading desk wanted GraphQL; we offer it with strawberry beside REST.'],
  ['l-timezone', 'All times are stored in Europe/Berlin as the market does; UTC only at the borders.'],
  ['l-logging', 'Logs are JSON by structlog; never log a meter id in clear, use its hash.'],
  ['l-openapi', 'The OpenAPI file is served at /openapi.json; the desk generates its client with NSwag.'],
  ['l-plots', 'Reports are drawn with Altair; matplotlib is only in notebooks.'],
  ['l-excel', 'The desk wants Excel with a comma as decimal separator; written by xlsxwriter with locale de.'],
  ['l-ftp', 'Results are also put on the FTP server of the grid operator TransnetBW every hour.'],
  ['l-rate', 'The internal API has no rate limit; the desk polls every 10 seconds.'],
  ['l-vat', 'VAT plays no role here: all prices are net.'],
  ['l-review', 'Pull requests are merged by squash after one approval, by Ivo or Lena.'],
  ['l-branch', 'Branches are named after the ticket, LAN-123-short-title.'],
  ['l-coverage', 'Coverage must stay above 85 percent, else CI is red.'],
  [
    'l-lesson-lgbm',
    'lightgbm.basic.LightGBMError: Do not support special JSON characters in feature name: rename the columns with clean_names(); that worked.',
    'lesson',
  ],
  [
    'l-lesson-alembic',
    "alembic: Can't locate revision identified by: the branch was rebased; run alembic stamp head on the local database.",
    'lesson',
  ],
  [
    'l-lesson-duck',
    'duckdb.IOException: Could not set lock on file: another notebook holds the file open; open it with read_only=True.',
    'lesson',
  ],
  [
    'l-lesson-uv',
    'uv sync failed with "No solution found" for prophet: pin cmdstanpy to 1.2.0; that worked.',
    'lesson',
  ],
]

const anywhereTold: readonly Told[] = [
  ['a-language', 'Marta wants short answers in English, and code before explanations.'],
  ['a-editor', 'Marta works in Neovim on Fedora with the fish shell; scripts must not assume bash.'],
  ['a-docker', 'Docker runs rootless on this machine; ports below 1024 cannot be bound.'],
  ['a-proxy', 'The office network needs the proxy http://proxy.acme.example:3128 for everything but acme.example.'],
  ['a-gh', 'The gh command line is logged in as marta-acme; use it for pull requests.'],
]

/** As they were told in the course of months, a few a day. */
function told(
  list: readonly Told[],
  project: string | null,
  from: number,
): readonly (Partial<Memory> & { name: string })[] {
  return list.map(([name, text, kind = 'episode'], place) => ({
    name,
    text,
    kind,
    project,
    session: `${project ?? 'home'}-${Math.floor(place / 3)}`.replace('/', '-'),
    happenedAt: from + days(Math.floor(place / 3) * 2) + hours(place % 3),
  }))
}

export const history = [
  ...told(harborTold, harbor, start),
  ...told(lanternTold, lantern, start + hours(5)),
  ...told(anywhereTold, null, start + days(3)),
]
