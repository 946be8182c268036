import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import ts from 'typescript'

/**
 * A copy of the project for mutations. Its build is not bundled, so that a mutation recompiles one file only.
 */
export function copyProject() {
  const folder = mkdtempSync(join(tmpdir(), 'world-weaver-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
  for (const path of listed.split('\0').filter((each) => each !== '' && existsSync(each))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path))
  }
  cpSync('kernel/dot.wasm', join(folder, 'kernel/dot.wasm'))
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction')
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.build.json'], { cwd: folder })

  const options = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023, verbatimModuleSyntax: true }
  function write(path, source) {
    writeFileSync(join(folder, path), source)
    const built = path.replace(/^src/, 'dist').replace(/\.ts$/, '.js')
    writeFileSync(join(folder, built), ts.transpileModule(source, { compilerOptions: options }).outputText)
  }
  return {
    folder,
    /** Returns the function that restores the file. */
    breakAt({ file, find, replace }) {
      const source = readFileSync(join(folder, file), 'utf8')
      const mutated = source.replace(find, () => replace)
      if (mutated === source) throw new Error(`${file} does not hold: ${find}`)
      write(file, mutated)
      return () => write(file, source)
    },
  }
}

/** A place whose text does not occur exactly once in its file is stale and must be chosen again. */
export function findStale(places) {
  return places.filter(({ file, find }) => !existsSync(file) || readFileSync(file, 'utf8').split(find).length !== 2)
}
