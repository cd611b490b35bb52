/**
 * What an agent can add to the database in an hour. The budgets of an hour are used up within a minute or two, and every
 * further write of that hour is refused: the growth until then is that of the hour, so nothing is extrapolated.
 */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { addDays, today } from '../../src/kit/calendar.ts'
import { say } from '../steps.ts'
import type { Figure } from './figures.ts'
import { type Called, type Caller, type Loaded, signIn } from './program.ts'

const MAX_MB = 50
const CONNECTIONS = 4
const MAX_FAILED = 20

type Write = () => Promise<Called>

/** One way to write. `max`: the number of writes, if it must not use up what another way needs too. */
interface Way {
  name: string
  write: Write
  max?: number
}

export async function measureGrowth({ base, url }: Loaded): Promise<Figure[]> {
  if (!url) throw new Error('only PostgreSQL states the size of a database')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const sizeOf = async () =>
    (await client.query('select pg_database_size(current_database())::float8 as size')).rows[0].size / 1e6
  const { call } = await signIn(base, 'agent')
  const before = await sizeOf()
  let last = before
  for (const { name, write, max } of await waysOf(call)) {
    const counts = await untilRefused(write, max)
    const now = await sizeOf()
    say(`  ${name}: ${counts.done} accepted, ${counts.failed} failed, ${(now - last).toFixed(1)} MB`)
    last = now
  }
  await client.end()
  return [
    {
      name: 'growth of the database by an agent at full rate for an hour',
      value: last - before,
      limit: MAX_MB,
      unit: 'MB',
    },
  ]
}

/** Writes as fast as the server allows until a budget is used up. */
async function untilRefused(
  write: Write,
  max = Number.POSITIVE_INFINITY,
): Promise<{ done: number; failed: number }> {
  const counts = { done: 0, failed: 0 }
  let isRefused = false
  const worker = async () => {
    // A way that fails for another reason ends as well.
    while (!isRefused && counts.done < max && counts.failed < MAX_FAILED) {
      const { status, text } = await write()
      if (status === 200) counts.done += 1
      else if (status === 429) isRefused = true
      else if (++counts.failed === 1) say(`  ${status} ${text.slice(0, 200)}`)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  return counts
}

/** The ways in which an agent of the demo writes, the largest first. */
async function waysOf(call: Caller): Promise<Way[]> {
  return [
    { name: 'files of claims', write: await claimFiles(call) },
    { name: 'rows of imports', write: importedRows(call) },
    { name: 'long texts of work logs', write: await logTexts(call), max: 150 },
    { name: 'questions', write: await questions(call) },
    { name: 'views', write: await views(call) },
    { name: 'settings', write: settings(call) },
  ]
}

const PDF_MIB = 4

async function claimFiles(call: Caller): Promise<Write> {
  const month = today(() => new Date()).slice(0, 7)
  const { data } = await call('POST /api/reimbursement-bills', { month, title: '加班餐费' })
  return () => {
    const bytes = Buffer.concat([
      Buffer.from('%PDF-1.7\n'),
      randomBytes(PDF_MIB * 1_024 * 1_024),
      Buffer.from('\n%%EOF'),
    ])
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(bytes)]), 'a.pdf')
    return call(`POST /api/reimbursement-bills/${data.id}/attachments`, form)
  }
}

function importedRows(call: Caller): Write {
  let n = 0
  return async () => {
    n += 1
    const on = addDays(
      today(() => new Date()),
      -1,
    )
    const lines = Array.from(
      { length: 2_000 },
      (_, row) => `${on},商家旗舰店,客服${n}-${row},${row},${row},20秒`,
    )
    const text = ['日期,店铺名称,客服账号,已接待人数,接待会话量,全天首响时长', ...lines].join('\n')
    const form = new FormData()
    form.append('file', new Blob([text]), '飞鸽.csv')
    return call('POST /api/imports', form)
  }
}

async function logTexts(call: Caller): Promise<Write> {
  const listed = await call('GET /api/worklogs?mine=true&status=draft&status=returned&pageSize=1')
  let log = listed.data?.items?.[0] ?? (await newLog(call))
  let n = 0
  return async () => {
    n += 1
    const text = randomBytes(1_000).toString('hex').slice(0, 1_990) + n
    const texts = { summary: text, problems: text, suggestions: text, handover: text }
    const answer = await call(`PATCH /api/worklogs/${log.id}`, { version: log.version, ...texts })
    if (answer.status === 200) log = answer.data
    // Other connections changed it meanwhile.
    else if (answer.status === 409) log = (await call(`GET /api/worklogs/${log.id}`)).data ?? log
    return answer.status === 409 ? { ...answer, status: 200 } : answer
  }
}

async function newLog(call: Caller) {
  const on = today(() => new Date())
  for (const shift of ['early', 'middle', 'late', 'night', 'day']) {
    const { status, data } = await call('POST /api/worklogs', { on, shift })
    if (status === 200) return data
  }
  throw new Error('the agent of the demo cannot write a log')
}

async function questions(call: Caller): Promise<Write> {
  const { data } = await call('GET /api/stores?current=1&pageSize=1')
  const on = addDays(
    today(() => new Date()),
    -2,
  )
  const cell = { subject: 'store', id: data.items[0]?.id, metric: 'volume', from: on, to: on }
  return () =>
    call('POST /api/figure-questions', {
      ...cell,
      place: '/daily-store-report',
      shownValue: 1,
      question: randomBytes(140).toString('hex'),
    })
}

/** Small writes with an audit line. */
async function views(call: Caller): Promise<Write> {
  const look = { dense: false, shown: {}, order: [], pins: {} }
  const created = await call('POST /api/saved-views', {
    list: 'list.stores',
    name: '视图',
    scope: 'personal',
    query: '',
    look,
  })
  let view = created.data
  let n = 0
  return async () => {
    n += 1
    const answer = await call(`PATCH /api/saved-views/${view.id}`, {
      version: view.version,
      name: `视图${n}`,
    })
    if (answer.status === 200) view = answer.data
    // Another connection was faster.
    return answer.status === 409 ? { ...answer, status: 200 } : answer
  }
}

function settings(call: Caller): Write {
  let n = 0
  return () => {
    n += 1
    return call(`PATCH /api/preferences/load.${n % 190}`, { value: randomBytes(20).toString('hex') })
  }
}
