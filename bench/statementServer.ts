/**
 * The bare handler, in a process of its own: only Fastify and `pg`. A request runs the same statements that our program
 * runs for it and returns the rows of the last one. It does not check sessions, parse or log: the difference to our
 * program is the program's cost.
 */
import fastify from 'fastify'
import pg from 'pg'
import { PLANNER_OPTIONS } from '#db/statements.ts'
import type { Statement } from '#testing/testStatements.ts'

/** The statements of a path; `id` is the record id in their values, which a request may replace by its own. */
export interface StatementRoute {
  path: string
  statements: Statement[]
  id?: number
}

const URL_OF_DATABASE = process.env.BENCH_URL
/** The same connection settings as our program, so that server behaviour does not differ. */
const pool = new pg.Pool({ connectionString: URL_OF_DATABASE, max: 10, options: PLANNER_OPTIONS })
const app = fastify()
let routes: StatementRoute[] = []

process.on('message', (message: StatementRoute[]) => {
  routes = message.map((route) => ({ ...route, statements: route.statements.map(revived) }))
  process.send?.('taken')
})

app.all('/:route/:id', async (request) => {
  const { route: path, id } = request.params as { route: string; id: string }
  const route = routes.find((candidate) => candidate.path === path)
  if (!route) throw new Error(`no route ${path}`)
  const rows = await runAll(route, id)
  return { success: true, data: path === 'row' || path === 'write' ? rows[0] : rows }
})

/** Runs the statements in order; those between begin and commit on one connection. */
async function runAll({ path, ...route }: StatementRoute, id: string): Promise<unknown[]> {
  let rows: unknown[] = []
  let client: pg.PoolClient | undefined
  try {
    for (const [at, { text, values }] of route.statements.entries()) {
      if (text === 'begin') client = await pool.connect()
      // Prepared, like our program's statements; a statement without values is not a query.
      const name = values.length > 0 ? `${path}${at}` : undefined
      const found = await (client ?? pool).query({ name, text, values: forRecord(values, route.id, id) })
      if (found.command === 'SELECT') rows = found.rows
      if (text === 'commit') {
        client?.release()
        client = undefined
      }
    }
    return rows
  } finally {
    client?.release(true)
  }
}

function forRecord(values: unknown[], captured: number | undefined, id: string): unknown[] {
  if (captured === undefined) return values
  return values.map((value) => (value === captured ? Number(id) : value === String(captured) ? id : value))
}

/** Restores buffers, which JSON has serialized. */
function revived({ text, values }: Statement): Statement {
  const isBuffer = (value: unknown): value is { type: 'Buffer'; data: number[] } =>
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'Buffer'
  return { text, values: values.map((value) => (isBuffer(value) ? Buffer.from(value.data) : value)) }
}

await app.listen({ port: Number(process.env.PORT) })
process.on('disconnect', () => process.exit(0))
