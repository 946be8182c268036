import { type JSONRPCMessage, SUBSCRIPTION_ID_META_KEY, type SubscriptionFilter } from '@modelcontextprotocol/server'
import { describe, expect, test } from 'vitest'
import { createListenRequests } from './listen-requests.js'
import { createSubscriptions } from './subscriptions.js'

/** As the SDK sends it. */
const acknowledgement = (id: string | number, notifications: SubscriptionFilter): JSONRPCMessage => ({
  jsonrpc: '2.0',
  method: 'notifications/subscriptions/acknowledged',
  params: { notifications, _meta: { [SUBSCRIPTION_ID_META_KEY]: id } },
})
const everything: SubscriptionFilter = { resourceSubscriptions: ['memory://stats'], resourcesListChanged: true }

function aConnection() {
  let followers = 0
  const subscriptions = createSubscriptions({
    async *follow(signal) {
      followers++
      signal.addEventListener('abort', () => followers--)
      yield { touches: () => false, listChanged: false }
    },
    onError() {},
  })
  return { ...createListenRequests(subscriptions), followers: () => followers }
}

describe('listen requests', () => {
  test('[OPS3] what is acknowledged is opened, until it is given up', async () => {
    const { received, acknowledged, cancelled, followers } = aConnection()
    received('listen:0')
    const opened = acknowledged(acknowledgement('listen:0', everything))
    expect(opened?.id).toBe('listen:0')
    await opened?.opened
    expect(followers()).toBe(1)
    cancelled('listen:0')
    expect(followers()).toBe(0)
  })

  test('[OPS3] one that is given up before it is acknowledged is not opened', async () => {
    const { received, acknowledged, cancelled, followers } = aConnection()
    received(1)
    cancelled(1)
    await acknowledged(acknowledgement(1, everything))?.opened
    expect(followers()).toBe(0)
  })

  test('[OPS3] one that asks for nothing of ours follows nothing', async () => {
    const { received, acknowledged, followers } = aConnection()
    received(1)
    await acknowledged(acknowledgement(1, {}))?.opened
    expect(followers()).toBe(0)
  })

  test('other messages are none of its business', () => {
    const { acknowledged } = aConnection()
    expect(acknowledged({ jsonrpc: '2.0', id: 1, result: {} })).toBeUndefined()
    expect(acknowledged({ jsonrpc: '2.0', method: 'notifications/progress' })).toBeUndefined()
  })
})
