import { invalid, WorldWeaverError } from '../errors.js'
import { toInternalError } from '../operations/machinery/internal-error.js'
import type { OperationContext } from '../operations/machinery/operation-context.js'
import { type Address, addressOf, argumentOf, findAddress } from './address.js'
import { followResources, type ResourceChange } from './follow.js'
import { resources } from './index.js'
import type { ResourceTemplate } from './resource.js'
import { visibilityOf } from './visibility.js'

export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
}

export interface ListedTemplate extends Omit<ListedResource, 'uri'> {
  readonly uriTemplate: string
}

/** The memory as readable resources, visible to the process's own session or to the caller's key (COM3, COM13). */
export interface Resources {
  list(): Promise<readonly ListedResource[]>
  readonly templates: readonly ListedTemplate[]
  /** The content of the resource. Reading does not count as a use (EPI4). */
  read(uri: string): Promise<Record<string, unknown>>
  /** Throws for an address that `read` would refuse. */
  check(uri: string): void
  /** Values of a template's argument that begin with `typed`, the likeliest first. */
  complete(uriTemplate: string, argument: string, typed: string): Promise<readonly string[]>
  /** Yields once at the start, then for every change, until the signal aborts. */
  follow(signal: AbortSignal): AsyncGenerator<ResourceChange>
}

/** Addresses listed per template; completion finds the others. */
const maxListed = 100

export function openResources(context: OperationContext): Resources {
  const visibility = visibilityOf(context)
  const templates = resources.filter((resource) => 'uriTemplate' in resource)

  async function list(): Promise<readonly ListedResource[]> {
    const listed = resources.map(async (resource) => {
      if (!('uriTemplate' in resource)) return [described(resource, resource.uri)]
      const values = await valuesOf(resource)
      return values.slice(0, maxListed).map((value) => ({
        ...described(resource, addressOf(resource, value)),
        name: `${resource.name}/${value}`,
        title: `${resource.title}: ${value}`,
      }))
    })
    return (await Promise.all(listed)).flat()
  }

  /** The distinct values of all callers. */
  async function valuesOf(template: ResourceTemplate): Promise<readonly string[]> {
    const wanted = await Promise.all(visibility.callers.map((caller) => template.values(context, caller)))
    return [...new Set(wanted.flat())]
  }

  return {
    list: () => guarded('resources/list', list),
    templates: templates.map(({ uriTemplate, name, title, description }) => ({
      uriTemplate,
      name,
      title,
      description,
    })),
    async read(uri) {
      const address = getAddress(uri)
      return guarded(uri, () =>
        'value' in address
          ? address.resource.read(address.value, context, address.caller)
          : address.resource.read(context, visibility.caller),
      )
    },
    check: getAddress,
    async complete(uriTemplate, argument, typed) {
      const template = findTemplate(uriTemplate, argument)
      if (template === undefined) return []
      const values = await guarded(uriTemplate, () => valuesOf(template))
      const start = typed.toLowerCase()
      return values.filter((value) => value.toLowerCase().startsWith(start))
    },
    async *follow(signal) {
      const listed = async () => (await list()).map(({ uri }) => uri)
      const changes = followResources(resources, listed, context, visibility, signal)
      for (;;) {
        const { done, value } = await guarded('resources/subscribe', () => changes.next())
        if (done) return
        yield value
      }
    },
  }

  /** Undefined for a resource without an argument, which has nothing to complete. */
  function findTemplate(uriTemplate: string, argument: string): ResourceTemplate | undefined {
    const template = templates.find((each) => each.uriTemplate === uriTemplate)
    if (template === undefined) {
      if (resources.some((resource) => 'uri' in resource && resource.uri === uriTemplate)) return undefined
      throw invalid(
        'ref',
        `there is no template ${uriTemplate}; there are ${templates.map((each) => each.uriTemplate).join(', ')}`,
      )
    }
    if (argumentOf(template) === argument) return template
    throw invalid('argument', `${uriTemplate} has no argument "${argument}", only "${argumentOf(template)}"`)
  }

  /** COM8: hides the details of internal errors. */
  async function guarded<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof WorldWeaverError ? error : toInternalError(error, what, context)
    }
  }

  function getAddress(uri: string): Address {
    const address = findAddress(uri, resources, visibility)
    if (address instanceof WorldWeaverError) throw address
    return address
  }
}

const described = ({ name, title, description }: Omit<ListedResource, 'uri'>, uri: string): ListedResource => ({
  uri,
  name,
  title,
  description,
})
