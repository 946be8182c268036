/** The filter and the forms. The key stays in its input field and is not stored. */
export const script = `
const root = document.documentElement
root.classList.add('has-script')
const filter = document.getElementById('filter')
const key = document.getElementById('key')
filter.addEventListener('input', () => {
  const words = filter.value.toLowerCase().split(/\\s+/).filter(Boolean)
  for (const each of document.querySelectorAll('[data-words]')) {
    each.hidden = !words.every((word) => each.dataset.words.includes(word))
  }
  for (const each of document.querySelectorAll('main > section, nav > section')) {
    each.hidden = each.querySelector('[data-words]:not([hidden])') === null
  }
})
document.addEventListener('keydown', (event) => {
  if (event.key !== '/' || /^(INPUT|TEXTAREA)$/.test(document.activeElement.tagName)) return
  event.preventDefault()
  filter.focus()
})
function show(output, isGood, line, text) {
  output.className = isGood ? 'good' : 'bad'
  output.textContent = line
  const shown = document.createElement('pre')
  shown.textContent = text
  output.append(shown)
}
const pretty = (text) => {
  try { return JSON.stringify(JSON.parse(text), null, 2) } catch { return text }
}
document.addEventListener('submit', async (event) => {
  event.preventDefault()
  const form = event.target
  const output = form.querySelector('output')
  const headers = key.value.trim() === '' ? {} : { authorization: 'Bearer ' + key.value.trim() }
  const body = form.querySelector('textarea')
  if (body !== null) headers['content-type'] = 'application/json'
  try {
    const answer = await fetch(form.dataset.path, {
      method: form.dataset.method.toUpperCase(),
      headers,
      ...(body === null ? {} : { body: body.value }),
    })
    const left = answer.headers.get('x-ratelimit-remaining')
    show(output, answer.ok, answer.status + (left === null ? '' : ', ' + left + ' calls left'), pretty(await answer.text()))
  } catch (error) {
    show(output, false, 'No response', String(error))
  }
})
`
