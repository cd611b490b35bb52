import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testApp } from '#testing/testApp.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { rowsByLabel } from '#testing/testConsequences.ts'
import { sheetOf } from '#testing/testSheets.ts'
import { idsIn, seedWorld } from '#testing/testWorld.ts'
import type { Pay } from './contract.ts'

/** Today is 19 May 2026; the books begin in March. */
const { as, db } = await testApp(seedWorld)
await db.updateTable('company').set({ booksFrom: '2026-03-01' }).execute()
const { staffId } = idsIn(db)
const admin = as('admin')

const path = (id: number) => `/api/staff/${id}`
const person = async (id: number, who = admin) => (await who.get(path(id))).data
const payOf = async (id: number): Promise<Pay[]> => (await admin.get(`${path(id)}/pay`)).data.items
const summaries = (items: readonly Pay[]) =>
  items.map(
    ({ fromOn, toOn, baseSalaryCents, state }) => `${fromOn}–${toOn ?? ''} ${baseSalaryCents} ${state}`,
  )
const currentRows = async (id: number) =>
  summaries((await payOf(id)).filter(({ state }) => state !== 'replaced'))
const raise = (id: number, fromOn: string, baseSalaryCents: number, more: object = {}, who = admin) =>
  who.post(`${path(id)}/pay`, { fromOn, baseSalaryCents, reason: '调薪', ...more })
const change = async (id: number, more: object) =>
  admin.patch(path(id), { version: (await person(id)).version, ...more })
/** Creates a person as an admin. */
let people = 0
async function hired(more: object = {}): Promise<number> {
  people += 1
  const input = { username: `paid${people}`, name: `员工${people}`, role: 3, hiredOn: '2026-03-10', ...more }
  const { status, data, body } = await admin.post('/api/staff', input)
  assert.equal(status, 200, body.errorMessage)
  return data.staff.id
}
const lastLine = () => db.selectFrom('audit').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('admins of the company write pay, admins and finance read it', async () => {
  const agent = await staffId('agent')
  assert.equal((await raise(agent, '2026-01-05', 400_000)).status, 200)
  for (const who of ['head', 'agent', 'sales']) {
    assert.equal((await as(who).get(`${path(agent)}/pay`)).status, 403, who)
  }
  for (const who of ['finance', 'head', 'agent', 'sales']) {
    assert.equal((await raise(agent, '2026-06-01', 1, {}, as(who))).status, 403, who)
  }
  assert.deepEqual(summaries((await as('finance').get(`${path(agent)}/pay`)).data.items), [
    '2026-01-05– 400000 current',
  ])
  assert.equal((await as('admin2').get(`${path(agent)}/pay`)).status, 404)
  assert.equal((await raise(agent, '2026-06-01', 1, {}, as('admin2'))).status, 404)
})

test('the first row starts on any day, later rows on an open day; the person shows the row of today', async () => {
  const id = await hired()
  assert.deepEqual((await raise(id, '2009-12-31', 1)).data.fields, { fromOn: '生效日期最早为 2010-01-01。' })
  assert.equal((await raise(id, '2020-02-03', 400_000, { commissionRateBp: 150 })).status, 200)
  const early = await raise(id, '2026-02-28', 450_000)
  assert.deepEqual(early.data.fields, {
    fromOn: '生效日期不能早于未结账的第一天 2026-03-01；已结账的部分请用“补差”。',
  })
  const ahead = await raise(id, '2027-05-21', 450_000)
  assert.deepEqual(ahead.data.fields, { fromOn: '生效日期最晚到 2027-05-20。' })
  await raise(id, '2026-06-01', 500_000)
  const { data } = await raise(id, '2026-05-15', 450_000)
  assert.deepEqual(summaries(data.items), [
    '2020-02-03–2026-05-14 400000 past',
    '2026-05-15–2026-05-31 450000 current',
    '2026-06-01– 500000 planned',
  ])
  const shown = await person(id)
  assert.deepEqual([shown.baseSalaryCents, shown.commissionRateBp], [450_000, null])
  const [listedRow] = (await admin.get(`/api/staff?keyword=员工${people}`)).data.items
  assert.equal(listedRow.baseSalaryCents, 450_000)
  const twice = await raise(id, '2026-06-01', 1)
  assert.deepEqual([twice.status, twice.body.errorMessage], [409, '已有从 2026-06-01 起的薪酬，请用“更正”。'])
})

test('a raise requires a reason, and seniority is a fixed amount or a rule', async () => {
  const id = await hired()
  assert.deepEqual(Object.keys((await raise(id, '2026-05-01', 1, { reason: ' ' })).data.fields), ['reason'])
  const both = { seniorityPayCents: 1, seniorityPerYearCents: 1, seniorityCapCents: 1 }
  assert.deepEqual((await raise(id, '2026-05-01', 1, both)).data.fields, {
    seniorityPerYearCents: '工龄工资填固定金额或每满一年的金额，二者填一。',
  })
  await change(id, { hiredOn: '2023-11-10' })
  const rule = { seniorityPerYearCents: 5_000, seniorityCapCents: 12_000 }
  assert.equal((await raise(id, '2026-03-10', 400_000, rule)).status, 200)
  assert.equal((await person(id)).seniorityPayCents, 10_000, 'two full years')
  // The form sends its displayed amount back unchanged: the rule stays.
  await change(id, { baseSalaryCents: 410_000, seniorityPayCents: 10_000 })
  assert.deepEqual((await payOf(id)).at(-1)?.seniorityPerYearCents, 5_000)
  await change(id, { seniorityPayCents: 15_000 })
  const last = (await payOf(id)).findLast(({ state }) => state === 'current')
  assert.deepEqual([last?.seniorityPayCents, last?.seniorityPerYearCents], [15_000, null])
})

test('a correction replaces the wrong row, which is kept; the database refuses to rewrite rows', async () => {
  const id = await hired({ baseSalaryCents: 400_000 })
  const [first] = await payOf(id)
  const { data } = await admin.post(`${path(id)}/pay/${first?.id}/correct`, {
    baseSalaryCents: 420_000,
    reason: '录错',
  })
  assert.deepEqual(summaries(data.items), ['2026-03-10– 400000 replaced', '2026-03-10– 420000 current'])
  assert.deepEqual([data.items[0].replacedReason, data.items[0].replacedByName], ['录错', '林知远'])
  const again = await admin.post(`${path(id)}/pay/${first?.id}/correct`, { reason: '再改' })
  assert.deepEqual([again.status, again.body.errorMessage], [409, '这条薪酬已被更正，请刷新后再看。'])
  assert.equal((await admin.post(`${path(id)}/pay/999999/correct`, { reason: '没有' })).status, 404)
  const update = db.updateTable('staffPay').set({ baseSalaryCents: 1 }).where('staffId', '=', id)
  await assert.rejects(update.execute(), /never rewritten/)
  await assert.rejects(db.deleteFrom('staffPay').where('staffId', '=', id).execute(), /never rewritten/)
})

test('a raise that is not in effect can be withdrawn with a reason, one in effect cannot', async () => {
  const id = await hired({ baseSalaryCents: 400_000 })
  const { data } = await raise(id, '2026-06-01', 500_000)
  const withdraw = (pay: Pay | undefined, more: object = {}, who = admin) =>
    who.post(`${path(id)}/pay/${pay?.id}/withdraw`, { reason: '涨薪取消', ...more })
  const [current, planned] = data.items as Pay[]
  assert.deepEqual(Object.keys((await withdraw(planned, { reason: ' ' })).data.fields), ['reason'])
  for (const who of ['finance', 'head', 'agent', 'sales']) {
    assert.equal((await withdraw(planned, {}, as(who))).status, 403, who)
  }
  assert.equal((await withdraw(planned, {}, as('admin2'))).status, 404)
  const refusedWithdrawal = await withdraw(current)
  assert.deepEqual(
    [refusedWithdrawal.status, refusedWithdrawal.body.errorMessage],
    [409, '这条薪酬已经生效，不能撤回；登错的请用“更正”。'],
  )
  const { version } = await person(id)
  const done = await withdraw(planned)
  assert.deepEqual(summaries(done.data.items), ['2026-03-10– 400000 current', '2026-06-01– 500000 replaced'])
  assert.equal(done.data.items[1].replacedReason, '涨薪取消')
  assert.equal((await person(id)).version, version + 1, 'a form that was opened before is told')
  const line = await lastLine()
  assert.deepEqual(
    [line.action, line.changes],
    [
      'withdraw-pay',
      { baseSalaryCents: [500_000, 400_000], payFrom: [null, '2026-06-01'], payReason: [null, '涨薪取消'] },
    ],
  )
  assert.equal((await withdraw(planned)).status, 409)
})

test('the log has old and new values, day and reason, which a head cannot read', async () => {
  const agent = await staffId('agent')
  await raise(agent, '2026-05-11', 430_000, { reason: '涨到 4300' })
  const line = await lastLine()
  assert.deepEqual(
    [line.action, line.entity, line.changes],
    [
      'add-pay',
      'staff',
      { baseSalaryCents: [400_000, 430_000], payFrom: [null, '2026-05-11'], payReason: [null, '涨到 4300'] },
    ],
  )
  const ofHead = (await as('head').get(`/api/audit-logs?entity=staff&recordId=${agent}`)).data.items[0]
  assert.deepEqual(ofHead.changes, {})
})

test('the form sets pay from the hire date for a new person, and from the first of the month later', async () => {
  const id = await hired({ baseSalaryCents: 400_000, commissionRateBp: 100 })
  assert.deepEqual(await currentRows(id), ['2026-03-10– 400000 current'])
  await change(id, { baseSalaryCents: 430_000 })
  assert.deepEqual(await currentRows(id), ['2026-03-10–2026-04-30 400000 past', '2026-05-01– 430000 current'])
  assert.equal((await payOf(id)).at(-1)?.commissionRateBp, 100, 'what is not sent stays')
  // A second change in the same month replaces the row of this month.
  await change(id, { baseSalaryCents: 440_000 })
  await raise(id, '2026-05-12', 450_000)
  await change(id, { baseSalaryCents: 455_000 })
  assert.deepEqual(await currentRows(id), [
    '2026-03-10–2026-04-30 400000 past',
    '2026-05-01–2026-05-11 440000 past',
    '2026-05-12– 455000 current',
  ])
  await change(id, { baseSalaryCents: 500_000, payFromOn: '2026-06-15' })
  assert.equal((await currentRows(id)).at(-1), '2026-06-15– 500000 planned')
  assert.equal((await person(id)).baseSalaryCents, 455_000)
  const before = await payOf(id)
  await change(id, { baseSalaryCents: 455_000, name: '改名' })
  assert.deepEqual(await payOf(id), before, 'the same again adds nothing')
  const alone = await change(id, { payFromOn: '2026-06-01' })
  assert.deepEqual(Object.keys(alone.data.fields), ['payFromOn'])
})

test('a stale form does not overwrite a later raise', async () => {
  const id = await hired({ baseSalaryCents: 400_000 })
  const { version } = await person(id)
  await raise(id, '2026-05-01', 450_000)
  const { status, data } = await admin.patch(path(id), { version, baseSalaryCents: 410_000 })
  assert.deepEqual([status, data.current.baseSalaryCents], [409, 450_000])
})

test('an earlier hire date moves the start of the first row, a later one does not', async () => {
  const id = await hired({ hiredOn: '2026-04-20', baseSalaryCents: 400_000 })
  await change(id, { hiredOn: '2026-04-10' })
  assert.deepEqual(await currentRows(id), ['2026-04-10– 400000 current'])
  await change(id, { hiredOn: '2026-04-25' })
  assert.deepEqual(await currentRows(id), ['2026-04-10– 400000 current'])
})

/** Requests the next chunk of rows until the job reaches the state. */
async function until(at: string, state: string, body: object = {}): Promise<void> {
  for (;;) {
    const { status, data, body: answer } = await admin.post(at, body)
    assert.equal(status, 200, answer.errorMessage)
    if (data.state === state) return
  }
}

test('a bulk edit applies from its day, and its undo removes exactly the rows that it added', async () => {
  const [one, two] = [await hired({ baseSalaryCents: 400_000 }), await hired()]
  await raise(one, '2026-05-04', 410_000)
  const before = [await currentRows(one), await currentRows(two)]
  const edit = async (changes: object) => {
    const created = await admin.post('/api/bulk-edits', { entity: 'staff', ids: [one, two], changes })
    assert.equal(created.status, 200, created.body.errorMessage)
    const at = `/api/bulk-edits/${created.data.id}`
    await until(`${at}/check`, 'ready')
    await until(`${at}/run`, 'done')
    return at
  }
  for (const payFromOn of ['2026-06-10', '2026-05-04', undefined]) {
    const at = await edit({ baseSalaryCents: 480_000, ...(payFromOn && { payFromOn }) })
    const during = [await currentRows(one), await currentRows(two)]
    assert.ok(
      during.every((rows, index) => rows.join() !== before[index]?.join()),
      `${payFromOn}`,
    )
    await until(`${at}/undo`, 'undone')
    assert.deepEqual([await currentRows(one), await currentRows(two)], before, `${payFromOn}`)
  }
})

test('undoing a bulk edit that moved the hire date also restores the first row', async () => {
  const id = await hired({ hiredOn: '2026-04-20', baseSalaryCents: 400_000 })
  const changes = { hiredOn: '2026-04-10', baseSalaryCents: 420_000 }
  const created = await admin.post('/api/bulk-edits', { entity: 'staff', ids: [id], changes })
  const at = `/api/bulk-edits/${created.data.id}`
  await until(`${at}/check`, 'ready')
  await until(`${at}/run`, 'done')
  assert.deepEqual(await currentRows(id), ['2026-04-10–2026-04-30 400000 past', '2026-05-01– 420000 current'])
  await until(`${at}/undo`, 'undone')
  assert.deepEqual(
    [await currentRows(id), (await person(id)).hiredOn],
    [['2026-04-20– 400000 current'], '2026-04-20'],
  )
})

test('a sheet applies from its day, changes nothing when repeated, and its undo removes what it added', async () => {
  const id = await hired({ baseSalaryCents: 400_000, commissionRateBp: 100 })
  const { username, name } = await person(id)
  const row = { 用户名: username, 姓名: name, 角色: '商务', 基本工资: '4800', 薪酬生效日期: '2026-06-10' }
  const newPerson = { ...row, 用户名: 'fromsheet', 姓名: '表里的人', 入职日期: '2026-04-02' }
  const brought = async (rows: Record<string, string>[]) => {
    const created = await admin.upload(
      '/api/record-imports',
      { name: '员工.xlsx', bytes: sheetOf(rows) },
      { entity: 'staff' },
    )
    assert.equal(created.status, 200, created.body.errorMessage)
    const at = `/api/record-imports/${created.data.id}`
    await until(`${at}/check`, 'ready')
    await until(`${at}/run`, 'done')
    return at
  }
  const at = await brought([row, newPerson])
  assert.deepEqual(await currentRows(id), [
    '2026-03-10–2026-06-09 400000 current',
    '2026-06-10– 480000 planned',
  ])
  assert.equal((await payOf(id)).at(-1)?.commissionRateBp, 100)
  assert.deepEqual(await currentRows(await staffId('fromsheet')), ['2026-06-10– 480000 planned'])
  const before = await payOf(id)
  await until(`${at}/undo`, 'undone')
  assert.deepEqual(await currentRows(id), ['2026-03-10– 400000 current'])
  assert.equal(
    await db.selectFrom('staff').select('id').where('username', '=', 'fromsheet').executeTakeFirst(),
    undefined,
  )
  await brought([row])
  const again = await payOf(id)
  await brought([row])
  assert.deepEqual(await payOf(id), again)
  assert.equal(again.length, before.length + 1)
})

test('restoring an older value from the log applies from the first of this month', async () => {
  const id = await hired({ baseSalaryCents: 400_000 })
  await change(id, { baseSalaryCents: 430_000, payFromOn: '2026-04-01' })
  const { id: line } = await lastLine()
  const { version } = await person(id)
  const restored = await admin.post(`/api/audit-logs/${line}/restore`, { field: 'baseSalaryCents', version })
  assert.equal(restored.status, 200, restored.body.errorMessage)
  assert.deepEqual(await currentRows(id), [
    '2026-03-10–2026-03-31 400000 past',
    '2026-04-01–2026-04-30 430000 past',
    '2026-05-01– 400000 current',
  ])
})

test('the preview of a raise and of a correction shows the actual difference', async () => {
  const id = await hired({ hiredOn: '2026-04-01', baseSalaryCents: 310_000 })
  const total = async (month: string) =>
    (await admin.get(`/api/reports/payroll/${id}?month=${month}`)).data.totalCents
  const totals = async () => [await total('2026-04'), await total('2026-05')]
  const before = await totals()
  const newPay = { fromOn: '2026-05-15', baseSalaryCents: 620_000 }
  const shown = rowsByLabel(
    (
      await admin.get(
        `${path(id)}/pay/consequences?fromOn=${newPay.fromOn}&baseSalaryCents=${newPay.baseSalaryCents}`,
      )
    ).data,
  )
  assert.deepEqual(await totals(), before, 'nothing is written')
  assert.equal((await raise(id, newPay.fromOn, newPay.baseSalaryCents)).status, 200)
  const after = await totals()
  assert.deepEqual(shown['2026-05 的工资合计'], [before[1], after[1]])
  assert.equal(shown['2026-04 的工资合计'], undefined)
  assert.deepEqual(after, [310_000, Math.round((310_000 * 14 + 620_000 * 17) / 31)])
  const [first] = await payOf(id)
  const corrected = rowsByLabel(
    (await admin.get(`${path(id)}/pay/${first?.id}/correct/consequences?baseSalaryCents=300000`)).data,
  )
  assert.deepEqual(corrected['2026-04 的工资合计'], [310_000, 300_000])
})

test('closed months stay: corrections start on the first open day, and first days do not move over them', async () => {
  const id = await hired({ baseSalaryCents: 400_000 })
  const future = await hired({ baseSalaryCents: 400_000 })
  await raise(future, '2026-05-01', 450_000)
  await closeMonth(db, '001', '2026-03')
  await closeMonth(db, '001', '2026-04')
  const [first] = await payOf(id)
  const correct = (who: number, payId: number | undefined) =>
    admin.post(`${path(who)}/pay/${payId}/correct`, { baseSalaryCents: 420_000, reason: '录错' })
  assert.deepEqual(summaries((await correct(id, first?.id)).data.items), [
    '2026-03-10–2026-04-30 400000 past',
    '2026-05-01– 420000 current',
  ])
  const over = await correct(future, (await payOf(future))[0]?.id)
  assert.deepEqual(
    [over.status, over.body.errorMessage],
    [409, '这条薪酬只涉及已结账的月份，不能更正；差额请用工资“更正金额”补。'],
  )
  for (const hiredOn of ['2026-04-10', '2026-05-02']) {
    const moved = await change(id, { hiredOn })
    assert.deepEqual([moved.status, moved.body.errorCode], [409, 'PERIOD_CLOSED'], hiredOn)
  }
  assert.equal((await change(id, { hiredOn: '2026-03-01' })).status, 200, 'before the row nobody was paid')
  // Entered now but hired in a closed month: pay starts on the first open day.
  assert.deepEqual(await currentRows(await hired({ baseSalaryCents: 400_000 })), [
    '2026-05-01– 400000 current',
  ])
  const refused = await admin.post('/api/staff', {
    username: 'toolate',
    name: '晚登记',
    role: 3,
    baseSalaryCents: 1,
    payFromOn: '2026-04-20',
  })
  assert.deepEqual([refused.status, refused.body.errorCode], [409, 'PERIOD_CLOSED'])
  await openMonth(db, '001', '2026-04')
  await openMonth(db, '001', '2026-03')
})

test('with a seniority rule and a closed month, the month of the first day cannot change', async () => {
  const id = await hired({ hiredOn: '2023-11-10' })
  const rule = { seniorityPerYearCents: 5_000, seniorityCapCents: 50_000 }
  await raise(id, '2026-03-01', 400_000, rule)
  await closeMonth(db, '001', '2026-03')
  const moved = await change(id, { hiredOn: '2022-02-10' })
  assert.deepEqual([moved.status, moved.body.errorCode], [409, 'PERIOD_CLOSED'])
  assert.equal((await change(id, { hiredOn: '2023-11-20' })).status, 200)
  await openMonth(db, '001', '2026-03')
})

test('pay that an older program writes to the staff columns becomes a pay row', async () => {
  const id = await hired({ baseSalaryCents: 400_000, commissionRateBp: 100 })
  const { rows } = { rows: await payOf(id) }
  await db.updateTable('staff').set({ baseSalaryCents: 460_000 }).where('id', '=', id).execute()
  const after = await payOf(id)
  assert.equal(after.filter(({ state }) => state !== 'replaced').length, rows.length + 1)
  const added = after.at(-1)
  assert.deepEqual([added?.baseSalaryCents, added?.commissionRateBp], [460_000, 100])
})
