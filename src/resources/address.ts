import { z } from 'zod'
import { notFound, WorldWeaverError } from '../errors.js'
import type { Caller } from '../operations/caller.js'
import { toValidationError } from '../operations/validation-error.js'
import type { FixedResource, Resource, ResourceTemplate } from './resource.js'
import type { Sight } from './sight.js'

/** A resource and, for a template, which of its addresses. */
export type Address =
  | { readonly resource: FixedResource; readonly uri: string }
  | { readonly resource: ResourceTemplate; readonly uri: string; readonly value: string; readonly caller: Caller }

/** The address, or why there is none for this caller. */
export function findAddress(uri: string, resources: readonly Resource[], sight: Sight): Address | WorldWeaverError {
  for (const resource of resources) {
    if (!('uriTemplate' in resource)) {
      if (uri === resource.uri) return { resource, uri }
    } else if (uri.startsWith(prefixOf(resource))) {
      return findInTemplate(uri, resource, sight)
    }
  }
  const known = resources.map((resource) => ('uriTemplate' in resource ? resource.uriTemplate : resource.uri))
  return new WorldWeaverError('not_found', `Resource ${uri} not found; there are ${known.join(', ')}`)
}

function findInTemplate(uri: string, resource: ResourceTemplate, sight: Sight): Address | WorldWeaverError {
  const name = argumentOf(resource)
  const written = unescaped(uri.slice(prefixOf(resource).length))
  const parsed = z.object({ [name]: resource.argument }).safeParse({ [name]: written }, { reportInput: true })
  if (!parsed.success) return toValidationError(parsed.error)
  const value = parsed.data[name]
  const caller = sight.callerFor(resource, value)
  if (caller === undefined) return sight.refusal(value) ?? notFound(`Resource ${uri}`)
  return { resource, uri: addressOf(resource, value), value, caller }
}

/** As it is written when nothing is escaped that need not be. */
export const addressOf = (template: ResourceTemplate, value: string): string =>
  prefixOf(template) + encodeURIComponent(value)

/** What stands in the braces. */
export const argumentOf = ({ uriTemplate }: ResourceTemplate): string =>
  uriTemplate.slice(uriTemplate.indexOf('{') + 1, -1)

const prefixOf = ({ uriTemplate }: ResourceTemplate): string => uriTemplate.slice(0, uriTemplate.indexOf('{'))

function unescaped(written: string): string {
  try {
    return decodeURIComponent(written)
  } catch {
    // A lone "%" escapes nothing: the argument is judged as it is written.
    return written
  }
}
