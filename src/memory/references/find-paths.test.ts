import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findPaths } from './find-paths.js'

describe('paths in a text', () => {
  test.each([
    ['The cart is in src/shop/cart.ts.', ['src/shop/cart.ts']],
    [
      'See `src/shop/cart.ts:12`, src/shop/tax.ts:3:7 and src/shop/vat.ts#L4-L9!',
      ['src/shop/cart.ts', 'src/shop/tax.ts', 'src/shop/vat.ts'],
    ],
    ['Failed in src/a.py:88-91: no tax', ['src/a.py']],
    ['Run ./setup.py first', ['./setup.py']],
    ['Guides stand in docs/guides/ and lib/net/http', ['docs/guides/', 'lib/net/http']],
    ['Open (/home/me/shop/src/cart.ts), "test/cart.test.ts"', ['/home/me/shop/src/cart.ts', 'test/cart.test.ts']],
    ['--config=config/app.yaml', ['config/app.yaml']],
    ['[the cart](src/cart.ts) and src/cart.ts again', ['src/cart.ts']],
    ['.github/workflows/ci.yml runs it', ['.github/workflows/ci.yml']],
  ])('[AUD4] "%s" names %j', (text, paths) => {
    expect(findPaths(text)).toEqual(paths)
  })

  test.each([
    ['https://example.com/src/cart.ts'],
    ['client/server and read/write, 24/7, and/or'],
    ['on branch docs/typo'],
    ['every src/**/*.ts and src/?.ts'],
    ['$HOME/src/cart.ts, ~/src/cart.ts, %APPDATA%/src/cart.ts'],
    ['../other/src/cart.ts and src/../../etc/passwd.txt'],
    ['actions/checkout@v4.js, HEAD:src/cart.ts, C:\\src\\cart.ts'],
    ['release 1.2/1.3, ratio 3.5/2.5'],
    ['cart.ts alone may be anybody’s'],
    ['We removed src/cart.ts last week'],
    ['src/cart.ts was renamed to src/basket.ts'],
    ['We will write src/basket.ts later'],
  ])('[AUD4] "%s" names none that can be out of date', (text) => {
    expect(findPaths(text)).toEqual([])
  })

  test('[AUD4] a change in one sentence does not affect the next', () => {
    expect(findPaths('We removed src/old.ts. The tax is in src/tax.ts')).toEqual(['src/tax.ts'])
  })

  test('[AUD4] a listing is read up to a limit', () => {
    const listing = Array.from({ length: 500 }, (_, at) => `src/f${at}.ts`).join(' ')
    expect(findPaths(listing)).toHaveLength(50)
  })

  test('[AUD4] finds only parts of the text, and no path that leads upwards', () => {
    const words = fc.constantFrom('src', '/', '.', '..', ':', '12', ' ', '`', '*', 'a.ts', '\n', '@', '~')
    fc.assert(
      fc.property(fc.array(words, { maxLength: 40 }), (parts) => {
        const text = parts.join('')
        for (const path of findPaths(text)) {
          expect(text).toContain(path)
          expect(path.split('/')).not.toContain('..')
        }
      }),
    )
  })
})
