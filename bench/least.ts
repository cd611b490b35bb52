/**
 * The least handler that gives the same answer as the program for a store by id, a page of 20 stores and a write of one
 * field with its audit line: Fastify and `pg`, named statements, the session looked up, and nothing else. No validation, no
 * permission, no masks, no log. Written by hand; it shares no code with the program.
 */
import { createHash } from 'node:crypto'
import fastify from 'fastify'
import pg from 'pg'

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10, options: '-c jit=off' })
const app = fastify()

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const PAGE_SIZE = 20

/** A day in China, so many days from today. */
const day = (offset: number) =>
  new Date(Date.now() + 8 * HOUR_MS + offset * DAY_MS).toISOString().slice(0, 10)

const SESSION = {
  name: 'session',
  text: `select se.seen_at, st.id, st.role, st.parent_id, st.company_code, st.name
    from session se join staff st on st.id = se.staff_id where se.token_hash = $1`,
}
const COLUMNS = `s.*, c.name customer_name, o.name owner_name, l.name leader_name, e.name updated_by_name,
  coalesce(d.consult_users, d.consult_sessions, d.handled_users) yesterday_volume,
  array(select a.name from store_assignment x join staff a on a.id = x.staff_id
    where x.store_id = s.id and x.from_on <= $1 and (x.to_on is null or x.to_on >= $1)
    group by a.id order by a.name_pinyin, a.id) agents`
const JOINS = `join customer c on c.id = s.customer_id join staff o on o.id = c.owner_id
  left join staff l on l.id = s.leader_id left join staff e on e.id = s.updated_by
  left join store_daily d on d.store_id = s.id and d.on_day = $2`
const ROW = { name: 'row', text: `select ${COLUMNS} from store s ${JOINS} where s.id = $3` }
const PAGE = {
  name: 'page',
  text: `select ${COLUMNS} from (select * from store order by id desc limit $3 offset $4) s ${JOINS} order by s.id desc`,
}
const COUNTS = { name: 'counts', text: 'select status, count(*) from store group by status' }
const LOCK = { name: 'lock', text: 'select * from store where id = $1 for update' }
const WRITE = {
  name: 'write',
  text: 'update store set remark = $1, version = version + 1, updated_by = $2, updated_at = now() where id = $3',
}
const AUDIT = {
  name: 'audit',
  text: `insert into least_audit (staff_id, action, record_id, changes, at) values ($1, 'update', $2, $3, now())`,
}

interface Signed {
  headers: { authorization?: string | undefined }
}

async function signedIn({ headers }: Signed): Promise<{ id: number }> {
  const hash = createHash('sha256')
    .update(headers.authorization ?? '')
    .digest()
  const { rows } = await pool.query({ ...SESSION, values: [hash] })
  if (!rows[0]) throw Object.assign(new Error('signed out'), { statusCode: 401 })
  return rows[0]
}

const rowOf = async (client: pg.Pool | pg.PoolClient, id: string) =>
  (await client.query({ ...ROW, values: [day(0), day(-1), id] })).rows[0]

app.get<{ Params: { id: string } }>('/api/stores/:id', async (request) => {
  await signedIn(request)
  return { success: true, data: await rowOf(pool, request.params.id) }
})

app.get<{ Querystring: { current?: string } }>('/api/stores', async (request) => {
  await signedIn(request)
  const counts = await pool.query(COUNTS)
  const offset = (Number(request.query.current ?? 1) - 1) * PAGE_SIZE
  const { rows } = await pool.query({ ...PAGE, values: [day(0), day(-1), PAGE_SIZE, offset] })
  const total = counts.rows.reduce((sum, row) => sum + row.count, 0)
  return { success: true, data: { items: rows, total } }
})

app.patch<{ Params: { id: string }; Body: { version: number; remark: string } }>(
  '/api/stores/:id',
  async (request, reply) => {
    const person = await signedIn(request)
    const { id } = request.params
    const { version, remark } = request.body
    const client = await pool.connect()
    try {
      await client.query('begin')
      const before = (await client.query({ ...LOCK, values: [id] })).rows[0]
      if (before?.version !== version) {
        await client.query('rollback')
        return reply.status(409).send({ success: false })
      }
      await client.query({ ...WRITE, values: [remark, person.id, id] })
      const changes = JSON.stringify({ remark: [before.remark, remark] })
      await client.query({ ...AUDIT, values: [person.id, id, changes] })
      const data = await rowOf(client, id)
      await client.query('commit')
      return { success: true, data }
    } finally {
      client.release()
    }
  },
)

await pool.query(`create table if not exists least_audit (id bigint generated always as identity primary key,
  staff_id int, action text, record_id int, changes jsonb, at timestamptz)`)
await app.listen({ port: Number(process.env.PORT) })
process.on('disconnect', () => process.exit(0))
