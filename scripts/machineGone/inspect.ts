import pg from 'pg'
import { must, pause } from '../crash/checks.ts'
import { call } from '../crash/program.ts'
import type { Machine } from './machine.ts'

/** A person who signs in. */
export interface Account {
  username: string
  password: string
}

/** Sums over the tables of figures, which nobody writes meanwhile. */
export async function sumsOf(port: string): Promise<string> {
  const rows = await query(
    port,
    `
    select (select count(*) from store_daily) as days, (select sum(sales_cents) from store_daily) as cents,
      (select sum(consult_users) from store_daily) as users, (select count(*) from agent_daily) as agent_days,
      (select count(*) from store_day) as due, (select count(*) from store_month) as months,
      (select count(*) from staff) as staff, (select count(*) from store) as stores`,
  )
  return JSON.stringify(rows[0])
}

/** The names of the customers that the clients wrote. */
export async function customers(port: string): Promise<Set<string>> {
  const rows = await query(port, `select name from customer where name like 'customer-%'`)
  return new Set(rows.map(({ name }) => name))
}

/** As a superuser. The password is the first or, on the new machine, the second. */
export async function query(port: string, statement: string) {
  const attempt = async (password: string) => {
    const client = new pg.Client({
      connectionString: `postgres://houtai_admin:${password}@127.0.0.1:${port}/houtai`,
    })
    try {
      await client.connect()
      return (await client.query(statement)).rows
    } finally {
      await client.end()
    }
  }
  const WRONG_PASSWORD = '28P01'
  return await attempt('first').catch((error: { code?: string }) => {
    if (error.code !== WRONG_PASSWORD) throw error
    return attempt('second')
  })
}

/** Signs in and returns the token. */
export async function signIn(base: string, account: Account): Promise<string> {
  const answer = await call({ base }, 'POST', '/api/login/account', undefined, {
    type: 'account',
    ...account,
  })
  const token = JSON.parse(answer.text).data?.token
  must(typeof token === 'string', `cannot sign in: ${answer.text}`)
  return token
}

const READY_PATIENCE_MS = 60_000

/** Waits until the program is ready; throws with the end of its log. */
export async function untilReady(port: string, machine: Machine): Promise<void> {
  const limit = performance.now() + READY_PATIENCE_MS
  for (;;) {
    const { status } = await call({ base: `http://127.0.0.1:${port}` }, 'GET', '/api/health/ready')
    if (status === 200) return
    if (performance.now() > limit) {
      throw new Error(
        `the program does not become ready:\n${await machine.run('tail -n 40 /var/log/postgresql/houtai.log')}`,
      )
    }
    await pause(200)
  }
}
