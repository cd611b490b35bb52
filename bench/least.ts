/**
 * The least handler that gives the same response as the program for a store by id, a page of 20 stores, and a write of
 * one field with its audit line: Fastify and `pg`, named statements and a session lookup, nothing else. No validation,
 * permissions, masks or log. Written by hand; it shares no code with the program.
 */
import fastify from 'fastify'
import pg from 'pg'
import { addReads, day, ROW, type RunStatement, signedIn } from './leastReads.ts'

pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number)

/** As the program's: no compilation, no parallel workers. */
const options = '-c jit=off -c max_parallel_workers_per_gather=0'
const pool = new pg.Pool({ connectionString: process.env.BENCH_URL, max: 10, options })
const app = fastify()

const LOCK = { name: 'lock', text: 'select * from store where id = $1 for update' }
const WRITE = {
  name: 'write',
  text: 'update store set remark = $1, version = version + 1, updated_by = $2, updated_at = now() where id = $3',
}
const AUDIT = {
  name: 'audit',
  text: `insert into least_audit (staff_id, action, record_id, changes, at) values ($1, 'update', $2, $3, now())`,
}

const runStatement: RunStatement = async (statement, values) =>
  (await pool.query({ ...statement, values })).rows

addReads(app, runStatement)

app.patch<{ Params: { id: string }; Body: { version: number; remark: string } }>(
  '/api/stores/:id',
  async (request, reply) => {
    const person = await signedIn(runStatement, request.headers.authorization)
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
      const { rows } = await client.query({ ...ROW, values: [day(0), day(-1), id] })
      await client.query('commit')
      return { success: true, data: rows[0] }
    } finally {
      client.release()
    }
  },
)

await pool.query(`create table if not exists least_audit (id bigint generated always as identity primary key,
  staff_id int, action text, record_id int, changes jsonb, at timestamptz)`)
await app.listen({ port: Number(process.env.PORT) })
process.on('disconnect', () => process.exit(0))
