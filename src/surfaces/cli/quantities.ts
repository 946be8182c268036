export const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

export const bytes = (count: number): string => {
  if (count < 1024) return `${count} bytes`
  const [value, unit] =
    count < 1024 ** 2
      ? [count / 1024, 'KiB']
      : count < 1024 ** 3
        ? [count / 1024 ** 2, 'MiB']
        : [count / 1024 ** 3, 'GiB']
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${unit}`
}
