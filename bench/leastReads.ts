/**
 * The reads of the least handlers, on any engine: the session, a store by id, a page of 20 stores. Written by hand; it
 * shares no code with the program.
 */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** A named statement; on an engine without named statements its text is sent each time. */
export interface Statement {
  name: string
  text: string
}

// biome-ignore lint/suspicious/noExplicitAny: rows of any shape, which are passed on as they are.
type Row = any

/** Runs a statement on the engine and returns its rows. */
export type RunStatement = (statement: Statement, values: unknown[]) => Promise<Row[]>

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PAGE_SIZE = 20

/** A day in China, `offset` days from today. */
export const day = (offset: number) =>
  new Date(Date.now() + 8 * HOUR_MS + offset * DAY_MS).toISOString().slice(0, 10)

const SESSION: Statement = {
  name: 'session',
  text: `select se.seen_at, st.id, st.role, st.parent_id, st.company_code, st.name
    from session se join staff st on st.id = se.staff_id where se.token_hash = $1`,
}
const COLUMNS = `s.*, c.name customer_name, o.name owner_name, l.name leader_name, e.name updated_by_name,
  coalesce(d.consult_users, d.consult_sessions, d.handled_users) yesterday_volume,
  array(select a.name from store_assignment x join staff a on a.id = x.staff_id
    where x.store_id = s.id and x.from_on <= $1 and (x.to_on is null or x.to_on >= $1)
    group by a.id order by a.name_pinyin, a.id) agents,
  t.store_salary_cents, t.pricing ->> 'model' pricing_model`
const JOINS = `join customer c on c.id = s.customer_id join staff o on o.id = c.owner_id
  left join staff l on l.id = s.leader_id left join staff e on e.id = s.updated_by
  left join store_daily d on d.store_id = s.id and d.on_day = $2
  left join lateral (select store_salary_cents, pricing from store_terms where store_id = s.id and replaced_at is null
    and from_on <= $1 order by from_on desc limit 1) t on true`
export const ROW: Statement = { name: 'row', text: `select ${COLUMNS} from store s ${JOINS} where s.id = $3` }
const PAGE: Statement = {
  name: 'page',
  text: `select ${COLUMNS} from (select * from store order by id desc limit $3 offset $4) s ${JOINS} order by s.id desc`,
}
const COUNTS: Statement = {
  name: 'counts',
  text: `select status, count(*), (select count(*) from store s where status in ('serving', 'paused') and not exists
    (select from store_terms where store_id = s.id and replaced_at is null and from_on <= $1)) unpriced
    from store group by status`,
}

/** The user of a request; throws 401. */
export async function signedIn(runStatement: RunStatement, authorization = ''): Promise<{ id: number }> {
  const hash = createHash('sha256').update(authorization).digest()
  const [person] = await runStatement(SESSION, [hash])
  if (!person) throw Object.assign(new Error('signed out'), { statusCode: 401 })
  return person
}

/** Adds the two read routes to a server. */
export function addReads(app: FastifyInstance, runStatement: RunStatement): void {
  app.get<{ Params: { id: string } }>('/api/stores/:id', async ({ headers, params }) => {
    await signedIn(runStatement, headers.authorization)
    const [data] = await runStatement(ROW, [day(0), day(-1), params.id])
    return { success: true, data }
  })
  app.get<{ Querystring: { current?: string } }>('/api/stores', async ({ headers, query }) => {
    await signedIn(runStatement, headers.authorization)
    const counts = await runStatement(COUNTS, [day(0)])
    const offset = (Number(query.current ?? 1) - 1) * PAGE_SIZE
    const items = await runStatement(PAGE, [day(0), day(-1), PAGE_SIZE, offset])
    const total = counts.reduce((sum, row) => sum + row.count, 0)
    return { success: true, data: { items, total, unpriced: counts[0]?.unpriced } }
  })
}
