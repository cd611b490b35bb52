import { setTimeout } from 'node:timers/promises'
import { type Client, createClient } from '#kit/client.ts'
import { session } from '#people/sign-in/contract.ts'
import { PASSWORD } from './journey.ts'

/** An API client signed in with a demo account, to prepare or check data. */
export async function clientOf(base: string, username: string, password = PASSWORD): Promise<Client> {
  return (await sessionOf(base, username, password)).client
}

/** Like `clientOf`, with the token that a page needs for the same session. */
export async function sessionOf(
  base: string,
  username: string,
  password = PASSWORD,
): Promise<{ client: Client; token: string }> {
  let token = ''
  const client = createClient({
    baseUrl: base,
    token: () => token,
    locale: () => 'zh-CN',
    textsLoaded: async () => {},
    report: () => {},
    redirect: () => {},
    onUnauthenticated: () => {},
    onBarred: () => {},
  })
  const answer = await client.call(session.signIn, { type: 'account', username, password })
  token = answer.token
  return { client, token }
}

const PATIENCE_MS = 30_000
const POLL_MS = 250

/** Repeats a request until its result is as expected. Throws with the last result after a time-out. */
export async function until<T>(
  ask: () => Promise<T>,
  isExpected: (answer: T) => boolean,
  what: string,
): Promise<T> {
  const end = Date.now() + PATIENCE_MS
  for (;;) {
    const answer = await ask()
    if (isExpected(answer)) return answer
    if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(answer)}`)
    await setTimeout(POLL_MS)
  }
}
