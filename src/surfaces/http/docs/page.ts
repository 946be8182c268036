import { createHash } from 'node:crypto'
import type { OpenApiDocument, OpenApiOperation } from '../openapi/openapi.js'
import { html, Markup, prose } from './markup.js'
import { operationSection, wordsOf } from './operation-section.js'
import { script } from './script.js'
import { style } from './style.js'

const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Allows only this style, this script and calls to the page's own server. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src ${hash(style)}`,
  `script-src ${hash(script)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** The document as one page. It is readable without the script, which adds the filter and the forms. */
export function docsPage(document: OpenApiDocument): string {
  const { info, tags, paths } = document
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    (['get', 'post'] as const).flatMap((method) => {
      const operation = methods[method]
      return operation === undefined ? [] : [{ method, path, operation }]
    }),
  )
  const sections = tags.map(({ name, description }) => {
    const own = calls.filter(({ operation }) => operation.tags.includes(name))
    return {
      links: html`<section><h2>${name}</h2><ul>${own.map(({ path, operation }) => linkTo(path, operation))}</ul></section>`,
      calls: html`<section><h2>${name}</h2><p>${description}</p>${own.map(({ method, path, operation }) =>
        operationSection(method, path, operation, document),
      )}</section>`,
    }
  })
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${info.title} ${info.version}: HTTP</title>
<style>${new Markup(style)}</style>
</head>
<body>
<div class="page">
<nav aria-label="Operations">
<label class="scripted">Filter ( / )<input id="filter" type="search" autocomplete="off"></label>
<label class="scripted">Key, if the server needs one<input id="key" type="password" autocomplete="off"></label>
${sections.map(({ links }) => links)}
</nav>
<main>
<h1>${info.title} <small>${info.version} · <a href="/openapi.json">openapi.json</a></small></h1>
<div class="lead">${info.description.split('\n\n').map((paragraph) => html`<p>${prose(paragraph)}</p>`)}</div>
${sections.map((section) => section.calls)}
</main>
</div>
${new Markup(`<script>${script}</script>`)}
</body>
</html>
`.text
}

const linkTo = (path: string, operation: OpenApiOperation): Markup =>
  html`<li data-words="${wordsOf(path, operation)}"><a href="#${operation.operationId}">${operation.operationId}</a></li>`
