/**
 * What a text looks like to a reader: without invisible characters, and with look-alikes as the ASCII characters that they
 * resemble. For detection only; `places[i]` is the index in the text of the skeleton's character `i`.
 */
export interface Skeleton {
  readonly shape: string
  readonly places: readonly number[]
}

const invisible = /[\p{Default_Ignorable_Code_Point}\p{Cf}]|(?![\t\n\v\f\r\u0085])\p{Cc}/u

/** Characters that NFKC does not map, but that look like a sign of markup. */
const lookalikes: Readonly<Record<string, string>> = {
  ...charactersAs('<', '〈〈⟨⧼ᐸ˂❮❰❬《⟪'),
  ...charactersAs('>', '〉〉⟩⧽ᐳ˃❯❱❭》⟫'),
  ...charactersAs('/', '∕⁄⧸╱'),
  ...charactersAs('|', '│∣❘￨ǀ┃'),
  ...charactersAs(':', '∶ː꞉։׃˸'),
  ...charactersAs('[', '【〔⁅'),
  ...charactersAs(']', '】〕⁆'),
  // Cyrillic and Greek letters that look Latin.
  ...Object.fromEntries(
    [...'аеорсхуіјѕԁһАВЕНІЈКМОРЅТХΑΒΕΗΙΚΜΝΟΡΤΧαορν'].map((letter, place) => [
      letter,
      [...'aeopcxyijsdhABEHIJKMOPSTXABEHIKMNOPTXaopv'][place]!,
    ]),
  ),
}

function charactersAs(sign: string, characters: string): Record<string, string> {
  return Object.fromEntries([...characters].map((each) => [each, sign]))
}

/** Our own sign for a bracket that was made inert: it is none. */
export const inertBracket = '‹'

export function toSkeleton(text: string): Skeleton {
  const characters: string[] = []
  const places: number[] = []
  let place = 0
  for (const character of text) {
    if (character <= '\u007e' && character >= ' ') {
      characters.push(character)
      places.push(place)
    } else if (!invisible.test(character)) {
      for (const unit of visible(character)) {
        characters.push(unit)
        places.push(place)
      }
    }
    place += character.length
  }
  return { shape: characters.join(''), places }
}

/** As UTF-16 units, so that indices in the shape are those of `places`. */
function visible(character: string): readonly string[] {
  if (character === inertBracket) return [character]
  const seen = lookalikes[character] ?? character.normalize('NFKC')
  return (lookalikes[seen] ?? seen).split('')
}
