import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Resources } from '../../resources/open-resources.js'
import { type Message, paramsOf } from './messages-in.js'
import { createSubscriptions, type Subscriptions, type Wanted } from './subscriptions.js'

/** Of one memory. Each costs a connection; what changes is followed once for all of them. */
const mostStreams = 1_000

/** One stream of `subscriptions/listen`, as the SDK's handler takes it. */
export interface ListenStream {
  readonly bus: ServerEventBus
  readonly maxSubscriptions: number
  /** Whether the SDK took it: then it ends with its connection, else now. */
  keepIfTaken(): boolean
}

export interface ListenStreams {
  /** Undefined when the message asks for something else. Resolves once changes are followed: none after it is missed. */
  open(message: Message, resources: Resources, onEnd: () => void): Promise<ListenStream | undefined>
}

interface Followed {
  readonly bus: InMemoryServerEventBus
  readonly subscriptions: Subscriptions
}

/** `subscriptions/listen` of the 2026 protocol over HTTP: a request whose answer is a stream, and so no session's. */
export function createListenStreams(onError: (error: unknown) => void): ListenStreams {
  const followedOf = new WeakMap<Resources, Followed>()

  function follow(resources: Resources): Followed {
    const bus = new InMemoryServerEventBus(onError)
    const subscriptions = createSubscriptions({ follow: resources.follow, onError })
    subscriptions.sendTo({
      updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
      listChanged: () => bus.publish({ kind: 'resources_list_changed' }),
    })
    const followed = { bus, subscriptions }
    followedOf.set(resources, followed)
    return followed
  }

  return {
    async open(message, resources, onEnd) {
      if (message.method !== 'subscriptions/listen') return undefined
      const { bus, subscriptions } = followedOf.get(resources) ?? follow(resources)
      const id = crypto.randomUUID()
      const isRoom = bus.listenerCount < mostStreams
      if (isRoom) await subscriptions.open(id, wantedBy(message))
      let isTaken = false
      return {
        maxSubscriptions: isRoom ? 1 : 0,
        keepIfTaken() {
          if (!isTaken) subscriptions.close(id)
          return isTaken
        },
        bus: {
          publish: (event) => bus.publish(event),
          subscribe(listener) {
            isTaken = true
            const unsubscribe = bus.subscribe(listener)
            return () => {
              unsubscribe()
              subscriptions.close(id)
              onEnd()
            }
          },
        },
      }
    },
  }
}

/** The SDK refuses what is none of this; until then it is read as far as it goes. */
function wantedBy({ params }: Message): Wanted {
  const { resourceSubscriptions: uris, resourcesListChanged: list } = paramsOf(paramsOf(params).notifications)
  return {
    uris: Array.isArray(uris) ? uris.filter((uri) => typeof uri === 'string') : [],
    list: list === true,
  }
}
