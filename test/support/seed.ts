/** The seed of whatever is drawn at random in a test: the same in every `npm test`, fresh in `npm run test:nightly`. */
export const testSeed = Number(process.env.WW_TEST_SEED ?? 20_261_118)
