/** Makes a value when it is first asked for. For what takes milliseconds to create and most runs of the program never use. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
