/** List page, row by id and write of one row, through HTTP: ours beside the bare handler. */

import { setTimeout } from 'node:timers/promises'
import type { Options, Request } from 'autocannon'
import pg from 'pg'
import type { AuditHead } from '../auditHead.ts'
import { readAuditHead, restoreAuditHead } from '../auditHead.ts'
import type { Captured } from '../capture.ts'
import { captureAll } from '../capture.ts'
import type { Cluster } from '../cluster.ts'
import type { Comparison, Effort } from '../load.ts'
import { compare } from '../load.ts'
import type { Program } from '../programs.ts'
import { signIn, startBare, startOurs } from '../programs.ts'

/** The record that is asked for; high enough to stand for nothing else among a statement's values. */
const ID = 277

/** Each connection writes a record of its own, so that nobody waits for another's lock. */
const WRITTEN = Array.from({ length: 10 }, (_, index) => ID + index)

/** So many that the place of the next in the chain is nobody's number. */
const FIRST_LINES = 40

const PATHS = {
  list: '/api/stores?current=1&pageSize=20',
  row: `/api/stores/${ID}`,
  write: `/api/stores/${ID}`,
} as const

export type RequestPart = keyof typeof PATHS

/** A comparison, with how much is asked and answered. */
export interface RequestResult extends Comparison {
  statements: number
  bytes: { ours: number; bare: number }
}

/** Measures the named parts. */
export async function measureRequests(
  { url }: Cluster,
  parts: readonly RequestPart[],
  effort: Effort,
): Promise<Partial<Record<RequestPart, RequestResult>>> {
  const patch = async () =>
    ({ method: 'PATCH', url: PATHS.write, payload: change(await versionOf(url, ID)) }) as const
  // The log's first lines make its chain, and have numbers that stand for much else: measured is a later one.
  for (let line = 0; line < FIRST_LINES; line += 1) await captureAll(url, { write: await patch() })
  const captured = await captureAll(url, {
    list: { method: 'GET', url: PATHS.list },
    row: { method: 'GET', url: PATHS.row },
    write: await patch(),
  })
  // The write was captured last: the head's place is the one that it took.
  const { seq } = await readAuditHead(url)
  const ours = await startOurs({ DATABASE_URL: url })
  const routes = Object.entries(captured).map(([path, { statements }]) => ({ path, statements, id: ID, seq }))
  const bare = await startBare(url, routes)
  try {
    const authorization = await signIn(ours.base, 'admin1')
    const results: Partial<Record<RequestPart, RequestResult>> = {}
    for (const part of parts) {
      const sides =
        part === 'write' ? writes(url, ours, bare, authorization) : reads(part, ours, bare, authorization)
      const compared = await compare(sides.ours, sides.bare, effort)
      results[part] = { ...compared, ...(await sizes(captured[part], `${bare.base}/${part}/${ID}`)) }
    }
    return results
  } finally {
    await ours.stop()
    await bare.stop()
  }
}

async function sizes({ statements, bytes }: Captured, url: string) {
  const answer = await fetch(url).then((found) => found.arrayBuffer())
  return { statements: statements.length, bytes: { ours: bytes, bare: answer.byteLength } }
}

function reads(part: RequestPart, ours: Program, bare: Program, authorization: string) {
  return {
    ours: async () => ({ url: `${ours.base}${PATHS[part]}`, headers: { authorization } }),
    bare: async () => ({ url: `${bare.base}/${part}/${ID}` }),
  }
}

const change = (version: number) => ({ version, remark: `version ${version}` })

/** What a round that ended has cut off may still be written. */
const SETTLING_MS = 500

/** A write names the version that it saw: each connection goes on from its last answer. */
function writes(url: string, ours: Program, bare: Program, authorization: string) {
  let ownHead: AuditHead | undefined
  const side = (base: string, path: (id: number) => string) => async () => {
    await setTimeout(SETTLING_MS)
    if (base === bare.base) ownHead ??= await readAuditHead(url)
    else if (ownHead) {
      await restoreAuditHead(url, ownHead)
      ownHead = undefined
    }
    const versions = new Map<number, number>()
    for (const id of WRITTEN) versions.set(id, await versionOf(url, id))
    return { url: base, setupClient: chains(versions, path, authorization) }
  }
  return { ours: side(ours.base, (id) => `/api/stores/${id}`), bare: side(bare.base, (id) => `/write/${id}`) }
}

function chains(
  versions: Map<number, number>,
  path: (id: number) => string,
  authorization: string,
): Options['setupClient'] {
  const free = [...versions.keys()]
  return (client) => {
    const id = free.pop() ?? ID
    const setupRequest = (request: Request): Request => ({
      ...request,
      body: JSON.stringify(change(versions.get(id) ?? 1)),
    })
    const onResponse = (_status: number, body: string) => {
      versions.set(id, JSON.parse(body).data?.version)
    }
    const headers = { authorization, 'content-type': 'application/json' }
    client.setRequests([{ method: 'PATCH', path: path(id), headers, setupRequest, onResponse }])
  }
}

async function versionOf(url: string, id: number): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query('select version from store where id = $1', [id])
  await client.end()
  return rows[0].version
}
