import pg from 'pg'
import type { Address } from '#db/connect.ts'
import { must, pause } from './checks.ts'

const WRITERS = 4
/** Each write is a transaction of three statements, so that a partial write can be detected. */
const PARTS = 3

/** Writers that continue after every failure, with a journal of acknowledged writes outside the database. */
export interface Writers {
  /** The names of all writes acknowledged up to now. */
  acknowledged: () => string[]
  /** Stops writing; resolves when every writer has finished. */
  stop: () => Promise<void>
}

/** Creates the table that the writers fill. */
export async function prepareWrites(address: Address): Promise<void> {
  const client = clientOf(address)
  await client.connect()
  await client.query('create table write (name text, part int, primary key (name, part))')
  await client.end()
}

export function clientOf(address: Address): pg.Client {
  const config =
    'url' in address
      ? { connectionString: address.url }
      : { host: address.socketFolder, user: 'postgres', database: 'postgres' }
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 30_000 })
  // Connections break here on purpose.
  client.on('error', () => {})
  return client
}

/**
 * Starts writers. A failed write is never repeated under its name, so that a write that was applied twice can be
 * detected.
 */
export function startWriters(address: Address): Writers {
  const journal: string[] = []
  let stopped = false
  const write = async (writer: number) => {
    let client: pg.Client | null = null
    for (let number = 0; !stopped; number += 1) {
      const name = `${writer}-${number}`
      try {
        if (!client) {
          client = clientOf(address)
          await client.connect()
        }
        await client.query('begin')
        for (let part = 0; part < PARTS; part += 1) {
          await client.query('insert into write values ($1, $2)', [name, part])
        }
        await client.query('commit')
        journal.push(name)
      } catch {
        void client?.end().catch(() => {})
        client = null
        await pause(20)
      }
    }
    await client?.end().catch(() => {})
  }
  const writing = Array.from({ length: WRITERS }, (_, writer) => write(writer))
  return {
    acknowledged: () => [...journal],
    stop: async () => {
      stopped = true
      await Promise.all(writing)
    },
  }
}

/** Counts the acknowledged writes that are missing; throws if a write is partial. */
export async function countLost(address: Address, acknowledged: string[]): Promise<number> {
  const client = clientOf(address)
  await client.connect()
  const { rows } = await client.query('select name, count(*)::int as parts from write group by name')
  await client.end()
  const half = rows.filter(({ parts }) => parts !== PARTS)
  must(half.length === 0, `只写了一半的事务：${JSON.stringify(half.slice(0, 5))}`)
  const there = new Set(rows.map(({ name }) => name))
  return acknowledged.filter((name) => !there.has(name)).length
}

/** Retries until the database responds; throws after the given number of seconds. */
export async function untilAnswers(address: Address, seconds: number): Promise<void> {
  const until = performance.now() + seconds * 1000
  for (;;) {
    const client = clientOf(address)
    try {
      await client.connect()
      await client.query('select 1')
      await client.end()
      return
    } catch (error) {
      void client.end().catch(() => {})
      must(performance.now() < until, `${seconds} 秒后仍没有回答：${(error as Error).message}`)
      await pause(50)
    }
  }
}
