// A hook that finds no server running opens the store itself, at every prompt: from one file, in half the time.
// biome-ignore lint/style/noDefaultExport: the tool asks for it.
export default {
  input: 'dist/app/hook/cold-worker.js',
  platform: 'node',
  // What is not ours stays where it is.
  external: /^(?![./])/,
  output: { file: 'dist/app/hook/cold-worker.bundle.js', format: 'esm', codeSplitting: false },
  logLevel: 'warn',
}
