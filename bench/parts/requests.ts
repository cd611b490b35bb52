/**
 * A list page, a row by id and a write of one row by HTTP: our program compared with the least handler that gives the
 * same response, and with our own statements without the program around them.
 */

import { setTimeout } from 'node:timers/promises'
import type { Options, Request } from 'autocannon'
import pg from 'pg'
import { type Captured, captureAll } from '../capture.ts'
import type { Cluster } from '../cluster.ts'
import { type Comparison, compare, type Effort } from '../load.ts'
import { type Program, signIn, startLeast, startOurs, startStatementServer } from '../programs.ts'

/** The requested record's id, high enough not to occur as any other value of the statements. */
const ID = 277

/** Each connection writes its own record, so that connections do not wait for each other's locks. */
const WRITTEN = Array.from({ length: 10 }, (_, index) => ID + index)

export const PATHS = {
  list: '/api/stores?current=1&pageSize=20',
  row: `/api/stores/${ID}`,
  write: `/api/stores/${ID}`,
} as const

export type RequestPart = keyof typeof PATHS

/** Two comparisons, with the number of statements and the response sizes. */
export interface RequestResult {
  /** Compared with the least handler: the cost of the program. */
  least: Comparison
  /** Compared with our own statements: the cost of the framework and everything other than statements. */
  framework: Comparison
  statements: number
  bytes: { ours: number; least: number }
}

/** Measures the named parts. */
export async function measureRequests(
  { url }: Cluster,
  parts: readonly RequestPart[],
  effort: Effort,
): Promise<Partial<Record<RequestPart, RequestResult>>> {
  const patch = async () =>
    ({ method: 'PATCH', url: PATHS.write, payload: change(await versionOf(url, ID)) }) as const
  const captured = await captureAll(url, {
    list: { method: 'GET', url: PATHS.list },
    row: { method: 'GET', url: PATHS.row },
    write: await patch(),
  })
  const routes = Object.entries(captured).map(([path, { statements }]) => ({ path, statements, id: ID }))
  const programs = [
    await startOurs({ DATABASE_URL: url }),
    await startLeast({ BENCH_URL: url }),
    await startStatementServer(url, routes),
  ]
  const [ours, leastServer, statementServer] = programs as [Program, Program, Program]
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const results: Partial<Record<RequestPart, RequestResult>> = {}
    for (const part of parts) {
      const side = part === 'write' ? writes(url, authorization) : reads(authorization)
      const oursSide = side(ours, PATHS[part])
      results[part] = {
        least: await compare(oursSide, side(leastServer, PATHS[part]), effort),
        framework: await compare(oursSide, side(statementServer, `/${part}/${ID}`), effort),
        ...(await sizes(captured[part], `${leastServer.base}${PATHS[part]}`, authorization)),
      }
    }
    return results
  } finally {
    for (const program of programs) await program.stop()
  }
}

async function sizes({ statements, bytes }: Captured, url: string, authorization: string) {
  const answer = await fetch(url, { headers: { authorization } }).then((found) => found.arrayBuffer())
  return { statements: statements.length, bytes: { ours: bytes, least: answer.byteLength } }
}

/** The requests to a program in each round. */
type RequestFactory = (program: Program, path: string) => () => Promise<Partial<Options> & { url: string }>

export const reads =
  (authorization: string): RequestFactory =>
  ({ base }, path) =>
  async () => ({ url: `${base}${path}`, headers: { authorization } })

const change = (version: number) => ({ version, remark: `version ${version}` })

/** Requests that the end of a round has cut off may still be written. */
const SETTLING_MS = 500

/** A write contains the version that it saw: each connection continues from its last write. */
export const writes =
  (url: string, authorization: string): RequestFactory =>
  ({ base }, path) =>
  async () => {
    await setTimeout(SETTLING_MS)
    const versions = new Map<number, number>()
    for (const id of WRITTEN) versions.set(id, await versionOf(url, id))
    return {
      url: base,
      setupClient: chains(versions, (id) => path.replace(/\d+$/, String(id)), authorization),
    }
  }

function chains(
  versions: Map<number, number>,
  path: (id: number) => string,
  authorization: string,
): Options['setupClient'] {
  const free = [...versions.keys()]
  return (client) => {
    const id = free.pop() ?? ID
    // Counted here and not read from the responses: autocannon drops the one after which it connects anew. A write that
    // failed makes the next one fail too, and with it the round (`checked`).
    const setupRequest = (request: Request): Request => {
      const version = versions.get(id) ?? 1
      versions.set(id, version + 1)
      return { ...request, body: JSON.stringify(change(version)) }
    }
    const headers = { authorization, 'content-type': 'application/json' }
    client.setRequests([{ method: 'PATCH', path: path(id), headers, setupRequest }])
  }
}

async function versionOf(url: string, id: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select version from store where id = $1', [id])
  await client.end()
  return rows[0].version
}
