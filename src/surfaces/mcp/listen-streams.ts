import { InMemoryServerEventBus, type ServerEvent, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Resources } from '../../resources/open-resources.js'
import { isListening, type Message, paramsOf } from './messages-in.js'
import { createSubscriptions, type Subscriptions, type Wanted } from './subscriptions.js'

/** Of one audience. */
const mostStreams = 1_000

/** One stream of `subscriptions/listen`, as the SDK's handler takes it. */
export interface ListenStream {
  readonly bus: ServerEventBus
  readonly maxSubscriptions: number
  /** Whether the SDK took it: then it ends with its connection, else now. */
  keepIfTaken(): boolean
}

/** Who listens, and what becomes of it. */
export interface Audience {
  /** Those of one name see the same: what changes is followed once for all of them. */
  readonly name: string
  readonly resources: Resources
  /** Asked before anything is told: a key may be revoked while its stream is open. */
  readonly isAdmitted: () => Promise<boolean>
}

export interface ListenStreams {
  /** Undefined when the message asks for something else. Resolves once changes are followed: none after it is missed. */
  open(message: Message, audience: Audience, ending: StreamEnding): Promise<ListenStream | undefined>
}

interface StreamEnding {
  onEnd(): void
  /** Who listens may not any more. */
  onDenied(): void
}

interface Followed {
  readonly bus: InMemoryServerEventBus
  readonly subscriptions: Subscriptions
}

/** `subscriptions/listen` of the 2026 protocol over HTTP: a request whose answer is a stream, and so no session's. */
export function createListenStreams(onError: (error: unknown) => void): ListenStreams {
  const followedBy = new Map<string, Followed>()

  function follow({ name, resources }: Audience): Followed {
    const bus = new InMemoryServerEventBus(onError)
    const subscriptions = createSubscriptions({ follow: resources.follow, onError })
    subscriptions.sendTo({
      updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
      listChanged: () => bus.publish({ kind: 'resources_list_changed' }),
    })
    const followed = { bus, subscriptions }
    followedBy.set(name, followed)
    return followed
  }

  return {
    async open(message, audience, { onEnd, onDenied }) {
      if (!isListening(message)) return undefined
      const { bus, subscriptions } = followedBy.get(audience.name) ?? follow(audience)
      const id = crypto.randomUUID()
      const isRoom = bus.listenerCount < mostStreams
      if (isRoom) await subscriptions.open(id, wantedBy(message))
      let isTaken = false

      async function tell(event: ServerEvent, listener: (event: ServerEvent) => void): Promise<void> {
        if (await audience.isAdmitted()) listener(event)
        else onDenied()
      }

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
            const unsubscribe = bus.subscribe((event) => void tell(event, listener).catch(onError))
            return () => {
              unsubscribe()
              subscriptions.close(id)
              if (bus.listenerCount === 0 && followedBy.get(audience.name)?.bus === bus)
                followedBy.delete(audience.name)
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
