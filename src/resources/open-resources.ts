import { invalid, WorldWeaverError } from '../errors.js'
import { concealed } from '../operations/concealed.js'
import type { OperationContext } from '../operations/operation-context.js'
import { type Address, addressOf, argumentOf, findAddress } from './address.js'
import { followResources, type ResourceChange } from './follow.js'
import { resources } from './index.js'
import type { ResourceTemplate } from './resource.js'
import { sightOf } from './sight.js'

export interface ListedResource {
  readonly uri: string
  readonly name: string
  readonly title: string
  readonly description: string
}

export interface ListedTemplate extends Omit<ListedResource, 'uri'> {
  readonly uriTemplate: string
}

/** The memory as things to look at, in the sight of whoever the process was started for, or whose key it is (COM3, COM13). */
export interface Resources {
  list(): Promise<readonly ListedResource[]>
  readonly templates: readonly ListedTemplate[]
  /** What the resource shows. Reading is no use (EPI4). */
  read(uri: string): Promise<Record<string, unknown>>
  /** Refuses an address that `read` would refuse. */
  check(uri: string): void
  /** Values of a template's argument that begin like this, the likeliest first. */
  complete(uriTemplate: string, argument: string, typed: string): Promise<readonly string[]>
  /** Changes, from the moment the first one comes, at once, until the signal ends them. */
  follow(signal: AbortSignal): AsyncGenerator<ResourceChange>
}

/** Of each template; completion finds the others. */
const mostListed = 100

export function openResources(context: OperationContext): Resources {
  const sight = sightOf(context)
  const templates = resources.filter((resource) => 'uriTemplate' in resource)

  async function list(): Promise<readonly ListedResource[]> {
    const listed = resources.map(async (resource) => {
      if (!('uriTemplate' in resource)) return [described(resource, resource.uri)]
      const values = await valuesOf(resource)
      return values.slice(0, mostListed).map((value) => ({
        ...described(resource, addressOf(resource, value)),
        name: `${resource.name}/${value}`,
        title: `${resource.title}: ${value}`,
      }))
    })
    return (await Promise.all(listed)).flat()
  }

  /** What any of the callers may want, once. */
  async function valuesOf(template: ResourceTemplate): Promise<readonly string[]> {
    const wanted = await Promise.all(sight.callers.map((caller) => template.values(context, caller)))
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
          : address.resource.read(context, sight.caller),
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
      const changes = followResources(resources, listed, context, sight, signal)
      for (;;) {
        const { done, value } = await guarded('resources/subscribe', () => changes.next())
        if (done) return
        yield value
      }
    },
  }

  /** Undefined for a resource without an argument: there is nothing to complete. */
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

  /** COM8: what went wrong inside stays inside. */
  async function guarded<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work()
    } catch (error) {
      throw error instanceof WorldWeaverError ? error : concealed(error, what, context)
    }
  }

  function getAddress(uri: string): Address {
    const address = findAddress(uri, resources, sight)
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
