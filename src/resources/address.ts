import { z } from 'zod'
import { notFound, WorldWeaverError } from '../errors.js'
import type { Caller } from '../operations/machinery/caller.js'
import { toValidationError } from '../operations/machinery/validation-error.js'
import type { FixedResource, Resource, ResourceTemplate } from './resource.js'
import type { Visibility } from './visibility.js'

/** A resource and, for a template, the value of its argument. */
export type Address =
  | { readonly resource: FixedResource; readonly uri: string }
  | { readonly resource: ResourceTemplate; readonly uri: string; readonly value: string; readonly caller: Caller }

/** The address, or the error for a caller who has no such resource. */
export function findAddress(
  uri: string,
  resources: readonly Resource[],
  visibility: Visibility,
): Address | WorldWeaverError {
  for (const resource of resources) {
    if (!('uriTemplate' in resource)) {
      if (uri === resource.uri) return { resource, uri }
    } else if (uri.startsWith(prefixOf(resource))) {
      return findInTemplate(uri, resource, visibility)
    }
  }
  const known = resources.map((resource) => ('uriTemplate' in resource ? resource.uriTemplate : resource.uri))
  return new WorldWeaverError('not_found', `Resource ${uri} not found; there are ${known.join(', ')}`)
}

function findInTemplate(uri: string, resource: ResourceTemplate, visibility: Visibility): Address | WorldWeaverError {
  const name = argumentOf(resource)
  const text = unescaped(uri.slice(prefixOf(resource).length))
  const parsed = z.object({ [name]: resource.argument }).safeParse({ [name]: text }, { reportInput: true })
  if (!parsed.success) return toValidationError(parsed.error)
  const value = parsed.data[name]
  const caller = visibility.callerFor(resource, value)
  if (caller === undefined) return visibility.refusal(value) ?? notFound(`Resource ${uri}`)
  return { resource, uri: addressOf(resource, value), value, caller }
}

/** The canonical form of the address. */
export const addressOf = (template: ResourceTemplate, value: string): string =>
  prefixOf(template) + encodeURIComponent(value)

/** The name in the braces. */
export const argumentOf = ({ uriTemplate }: ResourceTemplate): string =>
  uriTemplate.slice(uriTemplate.indexOf('{') + 1, -1)

const prefixOf = ({ uriTemplate }: ResourceTemplate): string => uriTemplate.slice(0, uriTemplate.indexOf('{'))

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A lone "%" is not an escape: the argument is taken literally.
    return text
  }
}
