import { asks, edits, fails, remembers, runs, says, session } from '../script.mjs'

/** A web shop for stationery in TypeScript. */
export const inkwell = [
  session(
    'ink-1',
    0,
    9,
    asks('Some customers get two order confirmations for one order. Can you find out why?'),
    runs('rg -n "sendConfirmation" apps/api/src', 'apps/api/src/webhooks/stripe.ts:41: await sendConfirmation(order)'),
    says(
      'I will read the webhook handler first, then the mail queue, to see where a confirmation can be enqueued more than once.',
    ),
    runs('sed -n 1,80p apps/api/src/webhooks/stripe.ts', 'export async function handleStripe(event) {'),
    says(
      'The root cause is that Stripe delivers an event at least once: when our handler takes longer than ten seconds it is delivered again, and handleStripe enqueues the confirmation on every delivery.',
    ),
    asks('can we not just dedupe in Redis?'),
    says(
      'We could, but Redis evicts keys under memory pressure here (allkeys-lru), so a late redelivery would slip through. I would rather use Postgres: a table processed_event with a unique index on the event id.',
    ),
    asks('ok, do that'),
    edits('apps/api/src/webhooks/stripe.ts'),
    edits('db/migrations/0042_processed_event.sql'),
    runs('pnpm vitest run webhooks', 'Test Files 3 passed'),
    says(
      'Done. Each Stripe event id is now inserted into processed_event in the same transaction as the order update, and a duplicate is answered with 200 without enqueueing anything. We decided against Redis because its eviction would lose the ids.',
    ),
  ),
  session(
    'ink-2',
    0,
    14,
    asks('the docker image builds on my laptop but crashes when it starts on the cluster'),
    fails(
      'docker run --rm inkwell-api:dev',
      'Error: Could not load the "sharp" module using the linuxmusl-x64 runtime\nPossible solutions:\n- Ensure optional dependencies can be installed\n    at Object.<anonymous> (/app/node_modules/sharp/lib/sharp.js:113:9)',
    ),
    says('The lockfile only carries the darwin binaries. Let me install the musl build inside the image.'),
    edits('apps/api/Dockerfile'),
    runs('docker build -t inkwell-api:dev . && docker run --rm inkwell-api:dev --version', '2.14.0'),
    says(
      'Fixed by adding `npm install --os=linux --libc=musl --cpu=x64 sharp` to the Dockerfile: the image is Alpine, and the lockfile was made on a Mac without the musl binaries.',
    ),
  ),
  session(
    'ink-3',
    1,
    10,
    asks('How should gift cards be taxed? Accounting wrote that we charge VAT twice right now.'),
    says(
      'At the moment computeTax adds VAT when the gift card is bought and again on the goods that are paid with it. A gift card that can be spent on goods with different rates is a multi-purpose voucher.',
    ),
    asks('Right, Helga from accounting says: no VAT when the card is sold, only when it is redeemed. Make it so.'),
    edits('packages/tax/src/compute-tax.ts'),
    fails(
      'pnpm vitest run packages/tax',
      'FAIL packages/tax/src/compute-tax.test.ts > gift card\nAssertionError: expected 1900 to be 0',
    ),
    edits('packages/tax/src/compute-tax.test.ts'),
    runs('pnpm vitest run packages/tax', 'Tests 31 passed'),
    remembers(
      'Gift cards carry no VAT when they are sold; VAT is due when the card is redeemed, at the rate of the goods (decided by Helga, accounting).',
      'When is VAT due on a gift card?',
    ),
    says('Gift cards are sold with a tax of 0 now, and redemption taxes the goods at their own rate.'),
  ),
  session(
    'ink-4',
    1,
    15,
    asks('cart.spec.ts is flaky on CI again, about one run in five'),
    fails(
      'pnpm playwright test cart.spec.ts --repeat-each 20',
      'Error: expect(locator).toHaveText(expected) failed\nLocator: getByTestId("cart-badge")\nExpected string: "1"\nReceived string: "0"\n4 failed',
    ),
    says('The click on "Add to cart" is sometimes lost. I will record a trace.'),
    runs('pnpm playwright show-trace trace.zip', ''),
    edits('e2e/support/open-page.ts'),
    runs('pnpm playwright test cart.spec.ts --repeat-each 50', '50 passed'),
    says(
      'The flakiness was caused by hydration: Playwright clicked before React had attached its handlers. openPage now waits for the attribute data-hydrated on <body>, which the layout sets in an effect. I kept the default timeouts rather than raising them.',
    ),
  ),
  session(
    'ink-5',
    2,
    9,
    asks('connect to the staging database and tell me how many orders are stuck in "paid"'),
    fails(
      'psql -h staging-db.inkwell.internal -p 5432 -U readonly shop',
      'psql: error: connection to server at "staging-db.inkwell.internal", port 5432 failed: Connection refused',
    ),
    asks('staging is on 5439, and only through the bastion'),
    runs(
      'ssh -fNL 5439:staging-db.inkwell.internal:5439 bastion && psql -p 5439 -h localhost -U readonly shop -c "select count(*) from orders where state = \'paid\'"',
      '17',
    ),
    remembers(
      'The staging database of the shop listens on port 5439 and is reached through the bastion only: ssh -L 5439.',
      'Which port does the staging database use?',
    ),
    says('17 orders are stuck in "paid"; all of them are from the evening of the outage.'),
  ),
  session(
    'ink-6',
    2,
    13,
    asks('Product search is bad with typos. Compare Typesense and Meilisearch and pick one.'),
    says(
      'Both handle typos well. Typesense can swap a collection alias, so that a rebuild never shows an empty shop; Meilisearch needs swap-indexes and doubles its disk meanwhile.',
    ),
    asks("let's go with Typesense then"),
    edits('packages/search/src/client.ts'),
    edits('scripts/rebuild-search.ts'),
    runs('pnpm search:rebuild', 'indexed 8412 products into products_20 and moved the alias'),
    says(
      'Product search now runs on Typesense. `pnpm search:rebuild` fills a fresh collection and then moves the alias products, so the shop is never without results. We chose it over Meilisearch because of the alias.',
    ),
    asks('how do we add synonyms?'),
    edits('packages/search/synonyms.json'),
    says('Synonyms are kept in packages/search/synonyms.json and are pushed by the same rebuild.'),
  ),
  session(
    'ink-7',
    3,
    11,
    asks('Checkout shows "no shipping options" for some customers at night. Why?'),
    runs('grep -c "503" logs/dhl-2am.log', '212'),
    says(
      'The rates API of DHL answers 503 between 02:00 and 03:00, when they do maintenance; our client gives up after one attempt and returns an empty list.',
    ),
    edits('packages/shipping/src/dhl-rates.ts'),
    says(
      'When DHL fails or takes longer than 8 seconds, checkout now falls back to the rates of the last day from the table cached_rate. The cause was their maintenance window between 02:00 and 03:00.',
    ),
    asks('and for parcels over 30 kg?'),
    says('Heavier parcels go by GLS: DHL refuses more than 31.5 kg, so that the limit in code stays at 30.'),
  ),
  session(
    'ink-8',
    4,
    10,
    asks('Should we upgrade to Next 15? Look at what would break.'),
    fails(
      'pnpm dlx @next/codemod@latest upgrade --dry',
      'Error: getServerSideProps in pages/checkout/[step].tsx cannot be migrated automatically',
    ),
    says(
      'Fourteen pages still use getServerSideProps, among them the whole checkout, and the session cookie is read with the synchronous cookies() API.',
    ),
    asks('too risky before the Christmas season. We stay on Next 14 until January.'),
    says('Understood: no upgrade to Next 15 before January. I left a list of the fourteen pages in docs/next-15.md.'),
    edits('docs/next-15.md'),
  ),
  session(
    'ink-9',
    5,
    9,
    asks('psql to staging does not work any more, has something moved?'),
    fails(
      'psql -p 5439 -h localhost -U readonly shop',
      'psql: error: connection to server at "localhost" (127.0.0.1), port 5439 failed: server closed the connection unexpectedly',
    ),
    asks('ah yes, Tobias put pgbouncer in front of it yesterday, the port is 6432 now'),
    runs(
      'ssh -fNL 6432:staging-db.inkwell.internal:6432 bastion && psql -p 6432 -h localhost -U readonly shop -c "select 1"',
      '1',
    ),
    remembers(
      'The staging database of the shop is behind pgbouncer now and listens on port 6432, no longer on 5439; prepared statements are off there.',
      'Which port does the staging database use?',
    ),
    says('It works through port 6432. Prepared statements must be switched off, since pgbouncer pools by transaction.'),
  ),
  session(
    'ink-10',
    5,
    16,
    asks('A customer with a 15 % coupon paid one cent more than the cart showed'),
    runs('rg -n "Math.round" packages/pricing/src', 'packages/pricing/src/coupon.ts:22: Math.round(total * 0.85)'),
    says('The cart rounds each line and the order rounds the sum, so they can differ by a cent per line.'),
    asks('what would accounting prefer?'),
    says('They book per line, so I would round per line everywhere.'),
    asks('agreed'),
    edits('packages/pricing/src/coupon.ts'),
    runs('pnpm vitest run pricing', 'Tests 44 passed'),
    says(
      'Coupons are now rounded per line, half up, in applyCoupon, and the order is the sum of the lines. The cent came from rounding the sum in one place and the lines in the other.',
    ),
    asks('thanks, that is all for today'),
    says('You are welcome!'),
  ),
]
