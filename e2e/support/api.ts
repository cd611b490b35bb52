import { session } from '#features/session/contract.ts'
import type { Client } from '#kit/client.ts'
import { createClient } from '#kit/client.ts'
import { PASSWORD } from './journey.ts'

/** The API as one of the demo's accounts sees it: for what a journey has to know, or to find made, beforehand. */
export async function clientOf(base: string, username: string, password = PASSWORD): Promise<Client> {
  let token = ''
  const client = createClient({
    baseUrl: base,
    token: () => token,
    locale: () => 'zh-CN',
    report: () => {},
    onUnauthenticated: () => {},
    onBarred: () => {},
  })
  const answer = await client.call(session.signIn, { type: 'account', username, password })
  token = answer.token
  return client
}
