import type { InjectOptions } from 'fastify'
import { buildServer } from '#app/server.ts'
import { connect } from '#db/connect.ts'
import { deriveKeys } from '#kit/keys.ts'
import { type Statement, whileListening } from '#testing/testStatements.ts'
import { SECRET_KEY } from './programs.ts'
import { PASSWORD } from './world.ts'

/** The statements that our program sends for one request, and the size of its response in bytes. */
export interface Captured {
  statements: Statement[]
  bytes: number
}

/**
 * Records the statements at the driver while the program, in this process, handles requests of one user one after
 * another.
 */
export async function captureAll<K extends string>(
  url: string,
  requests: Record<K, InjectOptions>,
  username = 'admin1',
): Promise<Record<K, Captured>> {
  const { found, refused } = await captureAnswered(url, requests, username)
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return found as Record<K, Captured>
}

/** The same, with refused requests as messages. */
export async function captureAnswered<K extends string>(
  url: string,
  requests: Record<K, InjectOptions>,
  username: string,
): Promise<{ found: Partial<Record<K, Captured>>; refused: string[] }> {
  const db = connect({ url }, () => {})
  const app = await buildServer({
    db,
    clock: () => new Date(),
    keyFor: deriveKeys(SECRET_KEY),
    budgetFactor: null,
  })
  const payload = { type: 'account', username, password: PASSWORD }
  const signedIn = await app.inject({ method: 'POST', url: '/api/login/account', payload })
  const headers = { authorization: signedIn.json().data.token }
  const found: Partial<Record<K, Captured>> = {}
  const refused: string[] = []
  for (const [name, request] of Object.entries(requests) as [K, InjectOptions][]) {
    const recorded = await whileListening(() => app.inject({ ...request, headers }))
    if (recorded.answer.statusCode !== 200) refused.push(`${name}: ${recorded.answer.body}`)
    else found[name] = { statements: recorded.statements, bytes: recorded.answer.rawPayload.byteLength }
  }
  await app.close()
  await db.destroy()
  return { found, refused }
}
