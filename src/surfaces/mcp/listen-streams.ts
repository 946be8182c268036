import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Resources } from '../../resources/open-resources.js'
import { createSubscriptions, type Subscriptions, type Wanted } from './subscriptions.js'

/** Per audience. */
const maxStreams = 1_000

/** One stream of `subscriptions/listen`, in the form that the SDK's handler takes. */
export interface ListenStream {
  readonly bus: ServerEventBus
  readonly maxSubscriptions: number
  /** Whether the SDK subscribed to the bus: the stream then ends with its connection, otherwise now. */
  keepIfSubscribed(): boolean
}

/** Clients that see the same resources. */
export interface Audience {
  /** Changes are followed once for all streams of one name. */
  readonly name: string
  readonly resources: Resources
}

export interface ListenStreams {
  /** Resolves once changes are followed: none after it is missed. */
  open(wanted: Wanted, audience: Audience, ending: StreamEnding): Promise<ListenStream>
}

interface StreamEnding {
  /** The stream was closed. */
  onEnd(): void
  /** No more changes will come, for example because the key was revoked. */
  onOver(): void
}

interface Followed {
  readonly bus: InMemoryServerEventBus
  readonly subscriptions: Subscriptions
  /** The `onOver` of every open stream. */
  readonly enders: Set<() => void>
}

/** `subscriptions/listen` of the 2026 protocol over HTTP: the response to the request is the stream, without a session. */
export function createListenStreams(onError: (error: unknown) => void): ListenStreams {
  const followedBy = new Map<string, Followed>()

  function follow({ name, resources }: Audience): Followed {
    const bus = new InMemoryServerEventBus(onError)
    const enders = new Set<() => void>()
    const onOver = () => {
      for (const end of enders) end()
    }
    const subscriptions = createSubscriptions({ follow: resources.follow, onError, onOver })
    subscriptions.sendTo({
      updated: (uri) => bus.publish({ kind: 'resource_updated', uri }),
      listChanged: () => bus.publish({ kind: 'resources_list_changed' }),
    })
    const followed = { bus, subscriptions, enders }
    followedBy.set(name, followed)
    return followed
  }

  return {
    async open(wanted, audience, { onEnd, onOver }) {
      const { bus, subscriptions, enders } = followedBy.get(audience.name) ?? follow(audience)
      const id = crypto.randomUUID()
      const hasRoom = bus.listenerCount < maxStreams
      if (hasRoom) await subscriptions.open(id, wanted)
      let isSubscribed = false
      return {
        maxSubscriptions: hasRoom ? 1 : 0,
        keepIfSubscribed() {
          if (!isSubscribed) subscriptions.close(id)
          return isSubscribed
        },
        bus: {
          publish: (event) => bus.publish(event),
          subscribe(listener) {
            isSubscribed = true
            const unsubscribe = bus.subscribe(listener)
            enders.add(onOver)
            return () => {
              unsubscribe()
              enders.delete(onOver)
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
