import { failure, prompt, silence, silentFailure } from '../script.mjs'

const telling = [
  prompt('which port is the staging database on?', /6432/, 'ink-9'),
  prompt('I want to run a query against staging, how do I get in?', /6432|bastion/, ['ink-9', 'ink-5']),
  prompt('a customer wrote that the order confirmation came twice', /processed_event/, 'ink-1'),
  prompt('could we keep the ids of seen Stripe events in Redis?', /evict/, 'ink-1'),
  prompt('switch the base image of the api from alpine to debian slim', /musl/, 'ink-2'),
  prompt('let people buy gift cards for any amount, check that the tax comes out right', /redeem|redemption/, 'ink-3'),
  prompt('is there VAT on gift cards?', /redeem|redemption/, 'ink-3'),
  prompt('write an e2e test that clicks through the wishlist', /hydrat/i, 'ink-4'),
  prompt('the badge of the cart sometimes stays at zero in Playwright', /hydrat/i, 'ink-4'),
  prompt('add "biro" as a synonym for ballpoint pen', /synonyms\.json/, 'ink-6'),
  prompt('search has no results right after a reindex, does the rebuild empty the collection?', /alias/, 'ink-6'),
  prompt('why did we not take Meilisearch?', /alias|Typesense/, 'ink-6'),
  prompt('no shipping options at 2:30 in the night, what happens there?', /maintenance/, 'ink-7'),
  prompt('somebody ordered a 45 kg paper cutter, which carrier takes that?', /GLS/, 'ink-7'),
  prompt('upgrade next to 15 please', /January/, 'ink-8'),
  prompt('the total with a coupon is off by a cent', /per line/, 'ink-10'),
  failure(
    'docker compose up api',
    'api-1  | Error: Could not load the "sharp" module using the linuxmusl-arm64 runtime\napi-1  | Possible solutions:',
    /--libc=musl/,
    'ink-2',
  ),
  failure(
    'psql -h staging-db.inkwell.internal -p 5432 -U readonly shop',
    'psql: error: connection to server at "staging-db.inkwell.internal", port 5432 failed: Connection refused',
    /6432|bastion/,
    ['ink-5', 'ink-9'],
  ),
  failure(
    'pnpm playwright test wishlist.spec.ts',
    'Error: expect(locator).toHaveText(expected) failed\nLocator: getByTestId("wishlist-badge")\nExpected string: "1"\nReceived string: "0"',
    /hydrat/i,
    'ink-4',
  ),
  failure(
    'pnpm vitest run shipping',
    'FAIL packages/shipping/src/dhl-rates.test.ts\nError: DHL rates API answered 503 Service Unavailable',
    /cached_rate|maintenance/,
    'ink-7',
  ),
]

const silent = [
  silence('continue'),
  silence('ok, do that'),
  silence('thanks, that is all for today'),
  silence('can you find out why?'),
  silence('make the footer dark blue'),
  silence('add a page for the imprint with our address'),
  silence('how do I revert my last commit without losing the changes?'),
  silence('what is the difference between type and interface in TypeScript?'),
  silence('write a zod schema for an email address'),
  silence('the newsletter form should have a checkbox for consent'),
  silence('rename the variable total to sum'),
  silence('write a function that debounces a callback'),
  silence('who holds the terraform state lock?'),
  silence('how many stations fit into one request to Pegelonline?'),
  silence('customers would like to see their order history sorted by date'),
  silence('add a database column for the birthday of a customer'),
  silence('is it ok to force push to my own branch?'),
  silence('now the same for the other two files'),
  silentFailure(
    'pnpm lint',
    "src/header.tsx\n  12:7  error  'logo' is assigned a value but never used  no-unused-vars",
  ),
  silentFailure(
    'git push',
    "error: failed to push some refs to 'origin'\nhint: Updates were rejected because the remote contains work that you do not have locally.",
  ),
]

export const inkwellPrompts = { telling, silent }
