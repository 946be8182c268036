/** Whether this is a campaign of `npm run test:nightly`, which runs whole what `npm test` has a pinned part of. */
export const isNightly = process.env.WW_TEST_NIGHTLY === '1'
