/**
 * The least handler on the embedded engine for a store by id and a page of 20 stores: Fastify and PGlite in one process
 * with a session lookup, nothing else.
 */
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import fastify from 'fastify'
import { addReads } from './leastReads.ts'

const DATE = 1082
const INT8 = 20
const NUMERIC = 1700

const engine = await PGlite.create({
  dataDir: join(process.env.BENCH_DATA_DIR ?? '', 'pg'),
  parsers: { [DATE]: (text: string) => text, [INT8]: Number, [NUMERIC]: Number },
})
const app = fastify()
addReads(app, async ({ text }, values) => (await engine.query(text, values)).rows)
await app.listen({ port: Number(process.env.PORT) })
process.on('disconnect', () => process.exit(0))
