import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Answer } from './testApp.ts'
import { createIssuedBill, startService } from './testBills.ts'
import { type WecomRow, wecomFile } from './testClock.ts'
import { assertDone } from './testClosedMonth.ts'
import { correctionInput } from './testCorrections.ts'
import { type ImportWorld, taobaoFile } from './testImports.ts'

/** A write that is tried on the closed month. */
export interface Attempt {
  /** Route of the contract: `POST /api/imports/:id/commit`. */
  route: string
  call: () => Promise<Answer>
  /** For a batch: returns the problem of the refused rows. Without it the whole request must be refused. */
  problem?: (answer: Answer) => unknown
  /** True if the write affects no month: it succeeds, and no locked row changes. */
  passes?: true
}

const NICK = '晨曦家居旗舰店:小雨'

/** A digest of every table that closed months lock, by table. */
export async function lockedRows(db: Database): Promise<Record<string, string>> {
  const tables = await sql<{ name: string }>`
    select distinct relname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgname ~ '_month_(insert|update|delete)$' order by 1`.execute(db)
  const digests: Record<string, string> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql<{ sum: string }>`
      select md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as sum from ${sql.table(name)} r`.execute(
      db,
    )
    digests[name] = rows[0]?.sum ?? ''
  }
  return digests
}

/** Figures by file and by hand, and rosters of April; creates the data that they need before the month is closed. */
export async function figurePaths({
  as,
  upload,
  commit,
  undo,
  staffId,
  storeId,
}: ImportWorld): Promise<Attempt[]> {
  const file = (n: number) => taobaoFile({ [NICK]: [n, n, 0] }, `数据${n}.csv`)
  const importDay = async (on: string, n: number) => commit('agent', await upload('agent', file(n), { on }))
  const imported = await importDay('2026-04-26', 10)
  assertDone(imported, 'import')
  assertDone(await importDay('2026-04-27', 20), 'import')
  const preview = await upload('agent', file(30), { on: '2026-04-28' })
  assertDone(preview, 'preview')
  const cell = { storeId: storeId('晨曦家居旗舰店'), on: '2026-04-27' }
  const correction = (n: number, nick?: string) =>
    correctionInput({ as }, { ...cell, ...(nick && { nick }) }, { consultUsers: n })
  const correct = async (n: number) =>
    as('head').post('/api/figure-corrections', {
      ...(await correction(n, NICK)),
      reason: '扣除同事测试',
    })
  const corrected = await correct(19)
  assertDone(corrected, 'correction')
  const days = { from: cell.on, to: cell.on }
  const question = await as('agent').post('/api/figure-questions', {
    subject: 'store',
    id: cell.storeId,
    metric: 'volume',
    ...days,
    shownValue: 19,
    place: '/daily-store-report',
    question: '有 2 个是测试',
  })
  assertDone(question, 'question')
  const answer = async () =>
    as('head').post(`/api/figure-questions/${question.data.id}/answer`, {
      version: question.data.version,
      outcome: 'corrected',
      answer: '已扣除',
      correction: await correction(17),
    })
  const plan = (on: string) =>
    as('head').post('/api/rosters/plan', {
      cells: [{ staffId: staffId('agent'), on, entries: ['morning'], seen: [] }],
    })
  const week = { from: '2026-04-28' }
  const absence = (on: string) => ({ kind: 'sick', fromOn: on, toOn: on, reason: '看病' })
  const ask = (on: string) => as('agent').post('/api/leaves', absence(on))
  const enter = { ...absence('2026-04-23'), staffId: staffId('agent') }
  const [asked, entered] = [await ask('2026-04-22'), await as('head').post('/api/leaves', enter)]
  for (const made of [asked, entered]) assertDone(made, 'leave')
  const decide = (leave: Answer, step: string) =>
    as('head').post(`/api/leaves/${leave.data.id}/${step}`, { version: leave.data.version })
  return [
    { route: 'POST /api/leaves', call: () => ask('2026-04-24') },
    { route: 'POST /api/leaves/:id/approve', call: () => decide(asked, 'approve') },
    { route: 'POST /api/leaves/:id/withdraw', call: () => decide(entered, 'withdraw') },
    { route: 'POST /api/imports/:id/commit', call: () => commit('agent', preview) },
    { route: 'POST /api/imports/:id/undo', call: () => undo('agent', imported) },
    { route: 'POST /api/figure-corrections', call: () => correct(18) },
    {
      route: 'POST /api/figure-corrections/consequences',
      call: async () => as('head').post('/api/figure-corrections/consequences', await correction(17)),
    },
    { route: 'POST /api/figure-questions/:id/answer', call: answer },
    {
      route: 'POST /api/figure-corrections/:id/revoke',
      call: () => as('head').post(`/api/figure-corrections/${corrected.data.actId}/revoke`),
    },
    { route: 'POST /api/rosters/plan', call: () => plan('2026-04-29') },
    {
      route: 'POST /api/rosters/copy',
      call: () => as('head').post('/api/rosters/copy', { ...week, source: 'assignments' }),
    },
  ]
}

/** Clock records of April: a file to write and one to undo, a decision to take and one to reverse, and the rule. */
export async function clockPaths({ as, staffId }: ImportWorld): Promise<Attempt[]> {
  const row = (on: string): WecomRow => ({ on, name: '周小禾', punches: ['08:00', '16:00'] })
  const send = async (on: string) => {
    const preview = await as('head').upload('/api/clock/files', wecomFile([row(on)]))
    assertDone(preview, 'preview')
    return preview
  }
  const step = ({ data }: Answer, name: string) =>
    as('head').post(`/api/clock/files/${data.id}/${name}`, { version: data.version })
  const imported = await step(await send('2026-04-20'), 'commit')
  assertDone(imported, 'import')
  assertDone(await step(await send('2026-04-21'), 'commit'), 'import')
  const preview = await send('2026-04-22')
  const decide = (on: string) => {
    const days = [{ staffId: staffId('agent'), on, halfDays: 2 }]
    return as('head').post('/api/clock/decisions', { taken: true, days })
  }
  assertDone(await decide('2026-04-21'), 'decision')
  const { items } = (await as('head').get('/api/clock/days?from=2026-04-21&to=2026-04-21&only=decided')).data
  const rule = { month: '2026-04', basis: 'clock', toleranceMinutes: 5 }
  const bind = { source: 'wecom', key: '周小禾', staffId: staffId('agent') }
  return [
    // The rows of a closed month are listed, and not written.
    { route: 'POST /api/clock/files/:id/commit', call: () => step(preview, 'commit'), passes: true },
    { route: 'POST /api/clock/files/:id/undo', call: () => step(imported, 'undo') },
    {
      route: 'POST /api/clock/decisions',
      call: () => decide('2026-04-20'),
      problem: ({ data }) => data.results[0].problem,
    },
    {
      route: 'POST /api/clock/decisions/:id/reverse',
      call: () => as('head').post(`/api/clock/decisions/${items[0].decision.id}/reverse`),
    },
    { route: 'POST /api/clock/people', call: () => as('head').post('/api/clock/people', bind), passes: true },
    { route: 'POST /api/clock/rules', call: () => as('admin').post('/api/clock/rules', rule) },
  ]
}

/** The logs of two shifts of a day in April, one of them submitted. */
export async function logPaths({ as }: ImportWorld): Promise<Attempt[]> {
  const path = '/api/worklogs'
  const write = (shift: string, submit: boolean) =>
    as('agent').post(path, { on: '2026-04-28', shift, hours: 8, summary: '咨询集中在上午。', submit })
  const [draft, handed] = [await write('morning', false), await write('evening', true)]
  for (const made of [draft, handed]) assertDone(made, 'log')
  const step =
    (who: string, log: Answer, verb: string, more: object = {}) =>
    () =>
      as(who).post(`${path}/${log.data.id}/${verb}`, { version: log.data.version, ...more })
  const { id, version } = draft.data
  return [
    { route: `POST ${path}`, call: () => write('night', false) },
    {
      route: `PATCH ${path}/:id`,
      call: () => as('agent').patch(`${path}/${id}`, { version, summary: '改了。' }),
    },
    { route: `POST ${path}/:id/submit`, call: step('agent', draft, 'submit') },
    { route: `POST ${path}/:id/withdraw`, call: step('agent', handed, 'withdraw') },
    { route: `POST ${path}/:id/approve`, call: step('head', handed, 'approve') },
    { route: `POST ${path}/:id/return`, call: step('head', handed, 'return', { note: '少写了交接' }) },
  ]
}

/** States, terms and assignments of stores on days in April, and losses that stop a store. */
export async function storePaths({ as, db, storeId, staffId }: ImportWorld): Promise<Attempt[]> {
  const [tmall, douyin, jd] = ['晨曦家居旗舰店', '星澜美妆', '宏远数码京东自营店'].map(storeId)
  const pricing = { model: 'fixed', monthlyCents: 300_000 } as const
  for (const id of [tmall, douyin]) await startService(db, id ?? 0, pricing)
  await startService(db, jd ?? 0, null)
  const admin = as('admin')
  const { customerId } = (await admin.get(`/api/stores/${tmall}`)).data
  const made = { customerId, platform: 'pdd' }
  const step = async (id: number | undefined, verb: string, more: object) => {
    const { version } = (await admin.get(`/api/stores/${id}`)).data
    return admin.post(`/api/stores/${id}/${verb}`, { version, ...more })
  }
  assertDone(await step(douyin, 'pause', { on: '2026-04-15' }), 'pause')
  const [terms] = (await admin.get(`/api/stores/${tmall}/terms`)).data.items
  const duty = { storeId: tmall, staffId: staffId('agent3'), duty: 'second', sharePercent: 0 }
  const [assigned] = (await admin.get(`/api/store-assignments?storeId=${tmall}`)).data.items
  const { id, version } = assigned
  const stop = { stoppedOn: '2026-04-29', reason: 'price' }
  const route = (verb: string) => `POST /api/stores/:id/${verb}`
  return [
    {
      route: 'POST /api/stores',
      call: () =>
        admin.post('/api/stores', { ...made, name: '四月的店', status: 'serving', onlineOn: '2026-04-10' }),
    },
    { route: route('pause'), call: () => step(tmall, 'pause', { on: '2026-04-29' }) },
    { route: route('resume'), call: () => step(douyin, 'resume', { on: '2026-04-20' }) },
    { route: route('stop'), call: () => step(tmall, 'stop', stop) },
    {
      route: route('terms'),
      call: () => admin.post(`/api/stores/${jd}/terms`, { fromOn: '2026-04-01', pricing }),
    },
    {
      route: 'POST /api/stores/terms',
      call: () => admin.post('/api/stores/terms', { ids: [jd], fromOn: '2026-04-01', pricing }),
      problem: ({ data }) => data.results[0].problem,
    },
    {
      route: route('terms/:termsId/correct'),
      call: () => admin.post(`/api/stores/${tmall}/terms/${terms.id}/correct`, { pricing, reason: '登错了' }),
    },
    {
      route: 'POST /api/store-assignments',
      call: () => as('head').post('/api/store-assignments', { ...duty, fromOn: '2026-04-10' }),
    },
    {
      route: 'POST /api/duty/accept',
      call: () => {
        const { storeId, staffId } = duty
        const days = { fromOn: '2026-04-10', toOn: '2026-04-10' }
        return as('head').post('/api/duty/accept', {
          standIns: [{ storeId, staffId, ...days, shift: 'night', insteadOf: null }],
        })
      },
      problem: ({ data }) => data.results[0].problem,
    },
    {
      route: 'POST /api/store-assignments/:id/change',
      call: () =>
        as('head').post(`/api/store-assignments/${id}/change`, {
          version,
          fromOn: '2026-04-10',
          shift: 'evening',
        }),
    },
    {
      route: 'POST /api/store-assignments/:id/end',
      call: () => as('head').post(`/api/store-assignments/${id}/end`, { version, toOn: '2026-04-10' }),
    },
    ...(await lossPaths({ as }, tmall ?? 0)),
  ]
}

/** A loss that is confirmed with a last day in April. */
async function lossPaths({ as }: Pick<ImportWorld, 'as'>, storeId: number): Promise<Attempt[]> {
  const path = '/api/churn-records'
  const noted = await as('admin').post(path, { storeId, detectedOn: '2026-04-20', reason: 'price' })
  assertDone(noted, 'risk')
  const { id, version } = noted.data
  return [
    {
      route: `POST ${path}/:id/confirm`,
      call: () =>
        as('admin').post(`${path}/${id}/confirm`, { version, stopOn: '2026-04-29', reason: 'price' }),
    },
  ]
}

/** Pay from a day in April on, for each form that sets it, and a hire date that is moved into April. */
export async function payPaths({ as, staffId }: ImportWorld): Promise<Attempt[]> {
  const admin = as('admin')
  const path = `/api/staff/${staffId('sales2')}`
  const pay = { baseSalaryCents: 600_000, reason: '调薪' }
  const first = await admin.post(`${path}/pay`, { ...pay, fromOn: '2026-01-01' })
  assertDone(first, 'pay')
  const [{ id }] = first.data.items
  const person = { username: 'april', name: '四月的人', role: 3, baseSalaryCents: 600_000 }
  const change = async (more: object) => {
    const { version } = (await admin.get(path)).data
    return admin.patch(path, { version, ...more })
  }
  return [
    {
      route: 'POST /api/staff',
      call: () => admin.post('/api/staff', { ...person, hiredOn: '2026-01-05', payFromOn: '2026-04-10' }),
    },
    {
      route: 'PATCH /api/staff/:id',
      call: () => change({ baseSalaryCents: 700_000, payFromOn: '2026-04-10' }),
    },
    { route: 'PATCH /api/staff/:id', call: () => change({ hiredOn: '2026-04-20' }) },
    {
      route: 'POST /api/staff/:id/pay',
      call: () => admin.post(`${path}/pay`, { ...pay, fromOn: '2026-04-10' }),
    },
    {
      route: 'POST /api/staff/:id/pay/:payId/correct',
      call: () => admin.post(`${path}/pay/${id}/correct`, { ...pay, baseSalaryCents: 700_000 }),
    },
  ]
}

/** Pay corrections, manual costs and bank rows of April. */
export async function moneyPaths({ as, db, staffId }: ImportWorld): Promise<Attempt[]> {
  const admin = as('admin')
  const correct = () =>
    admin.post('/api/reports/payroll/corrections', {
      staffId: staffId('agent'),
      month: '2026-04',
      amountCents: 100,
      reason: '补贴',
    })
  const corrected = await correct()
  assertDone(corrected, 'correction of pay')
  const lines = '/api/monthly-financials/2026-04/lines'
  const line = (await admin.post(lines, { label: '房租', amountCents: 100 })).data
  const chenxi = await db
    .selectFrom('customer')
    .select('id')
    .where('name', '=', '杭州晨曦家居有限公司')
    .executeTakeFirstOrThrow()
  const bill = await createIssuedBill(as('finance'), chenxi.id, 5_000, { month: '2026-04' })
  const statement =
    '交易日期,贷方发生额,对方户名,摘要,交易流水号\r\n2026-04-28,50.00,杭州晨曦家居有限公司,,T-1'
  assertDone(
    await as('finance').upload('/api/bank-rows', { name: '流水.csv', bytes: Buffer.from(statement) }),
    'bank',
  )
  const [row] = (await as('finance').get('/api/bank-rows?keyword=T-1')).data.items
  const parts = [{ billId: bill.id, amountCents: 5_000 }]
  return [
    { route: 'POST /api/reports/payroll/corrections', call: correct },
    {
      route: 'POST /api/reports/payroll/corrections/:id/reverse',
      call: () =>
        admin.post(`/api/reports/payroll/corrections/${corrected.data.corrections[0].id}/reverse`, {
          reason: '错了',
        }),
    },
    {
      route: 'POST /api/monthly-financials/:month/lines',
      call: () => admin.post(lines, { label: '社保', amountCents: 1 }),
    },
    {
      route: 'DELETE /api/monthly-financials/:month/lines/:id',
      call: () => admin.delete(`${lines}/${line.id}`, { version: line.version }),
    },
    {
      route: 'POST /api/bank-rows/:id/confirm',
      call: () => as('finance').post(`/api/bank-rows/${row.id}/confirm`, { parts }),
    },
    {
      route: 'POST /api/bank-rows/confirm',
      call: () => as('finance').post('/api/bank-rows/confirm', { rows: [{ id: row.id, parts }] }),
      problem: ({ data }) => data.results[0].problem,
    },
  ]
}
