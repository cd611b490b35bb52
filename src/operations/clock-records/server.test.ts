import assert from 'node:assert/strict'
import { test } from 'node:test'
import { paySheets } from '#finance/payroll/sheets.ts'
import { addDays } from '#kit/calendar.ts'
import { toXlsx } from '#kit/sheets/write.ts'
import { testApp } from '#testing/testApp.ts'
import { type WecomRow, wecomCells, wecomFile } from '#testing/testClock.ts'
import { closeMonth, openMonth } from '#testing/testClosedMonth.ts'
import { insertWorkDays, setMonthlyPay } from '#testing/testPayroll.ts'
import { idsIn, putInService, seedWorld } from '#testing/testWorld.ts'
import type { ClockDay, ClockFile, ClockPerson, ClockRow } from './contract.ts'

// The test clock is set to Tuesday 2026-05-19; agent and agent3 are of head's team, agent2 of head2's.
const { as, db } = await testApp(seedWorld)
await putInService(db)
const { staffId } = idsIn(db)
const [agent, agent2, agent3, head] = [
  await staffId('agent'),
  await staffId('agent2'),
  await staffId('agent3'),
  await staffId('head'),
]

const upload = (who: string, rows: readonly WecomRow[], name?: string) =>
  as(who).upload('/api/clock/files', wecomFile(rows, name))
const step = (who: string, file: ClockFile, name: 'commit' | 'undo') =>
  as(who).post(`/api/clock/files/${file.id}/${name}`, { version: file.version })
async function imported(who: string, rows: readonly WecomRow[]): Promise<ClockFile> {
  const preview = await upload(who, rows)
  assert.equal(preview.status, 200, preview.body.errorMessage)
  const committed = await step(who, preview.data, 'commit')
  assert.equal(committed.status, 200, committed.body.errorMessage)
  return committed.data
}
const daysOf = async (who: string, query = 'from=2026-05-11&to=2026-05-18') =>
  (await as(who).get(`/api/clock/days?pageSize=100&${query}`)).data.items as ClockDay[]
const dayOf = async (who: string, id: number, on: string) =>
  (await daysOf(who)).find((day) => day.staffId === id && day.on === on)
const stateTexts = (day: ClockDay | undefined) =>
  day?.states.map(({ state, minutes }) => (minutes ? `${state} ${minutes}` : state)).join(' ')
const counts = (file: ClockFile) =>
  Object.entries(file.counts)
    .filter(([, n]) => n > 0)
    .map(([state, n]) => `${state} ${n}`)
    .join(', ')

const punched = (name: string, on: string, ...times: string[]): WecomRow => ({
  on,
  name,
  punches: times as [string, string],
})

test('head imports the own team: rows of other teams, unknown people and other days are listed, not written', async () => {
  const rows = [
    punched('周小禾', '2026-05-12', '08:00', '16:01'),
    punched('李若彤', '2026-05-12', '08:31', '16:00'),
    punched('赵晓冬', '2026-05-12', '08:00', '16:00'),
    punched('何立', '2026-05-12', '09:00', '18:00'),
    { on: '2026-05-12', name: '小禾子', account: 'xh-2', punches: ['08:00', '16:00'] } as const,
    punched('周小禾', '2026-05-30', '08:00', '16:00'),
  ]
  const preview = await upload('head', rows)
  assert.equal(counts(preview.data), 'create 2, unknown 1, otherTeam 1, outside 2')
  const listed = await as('head').get(`/api/clock/files/${preview.data.id}/rows?state=outside`)
  assert.deepEqual(
    (listed.data.items as ClockRow[]).map(({ row, reason }) => [row, reason]),
    [
      [8, '“何立”不是客服，没有班次可以核对，没有写入。'],
      [10, '2026-05-30 还没有到，请核对日期。'],
    ],
  )
  const committed = await step('head', preview.data, 'commit')
  assert.deepEqual([committed.data.status, committed.data.written], ['committed', 2])
  assert.equal((await step('head', committed.data, 'commit')).status, 409)
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-12')), 'normal')
  assert.equal(stateTexts(await dayOf('head', agent3, '2026-05-12')), 'late 31')
  assert.equal(await dayOf('head2', agent, '2026-05-12'), undefined)
  // On duty, but no file has the day.
  assert.equal(stateTexts(await dayOf('head2', agent2, '2026-05-12')), 'unrecorded')
})

test('role 1 imports everybody; the same file again changes nothing', async () => {
  const rows = [punched('赵晓冬', '2026-05-13', '08:00', '15:20'), punched('周小禾', '2026-05-13')]
  const first = await imported('admin', rows)
  assert.equal(first.written, 2)
  assert.equal(stateTexts(await dayOf('head2', agent2, '2026-05-13')), 'early 40')
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-13')), 'absent')
  const again = await upload('admin', rows)
  assert.equal(counts(again.data), 'same 2')
  assert.equal(again.data.duplicateOf.createdByName, '林知远')
  const committed = await step('admin', again.data, 'commit')
  assert.equal(committed.data.written, 0)
  // The first file can still be undone; nothing was written twice.
  assert.equal((await step('admin', first, 'undo')).status, 200)
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-13')), 'unrecorded')
})

test('a later file replaces the day, and its undo restores the earlier one', async () => {
  await imported('head', [punched('周小禾', '2026-05-14', '08:00')])
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-14')), 'missing')
  const later = await imported('head', [punched('周小禾', '2026-05-14', '08:00', '16:00')])
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-14')), 'normal')
  const effects = await as('head').get(`/api/clock/files/${later.id}/undo/consequences`)
  assert.deepEqual(
    effects.data.items.map(({ label, to }: { label: string; to: number }) => [label, to]),
    [['恢复为之前文件的打卡', 1]],
  )
  assert.equal((await step('head', later, 'undo')).data.status, 'undone')
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-14')), 'missing')
  assert.equal((await step('head', later, 'undo')).status, 409)
})

test('an unknown account is bound once: its records are written, and the next file needs nothing', async () => {
  const row = (on: string): WecomRow => ({ on, name: '若彤', account: 'rt', punches: ['08:00', '16:00'] })
  await imported('head', [row('2026-05-15')])
  const people = async (who: string) => (await as(who).get('/api/clock/people?pageSize=100')).data
  const unknown = (await people('head')).items.filter(({ staffId: id }: ClockPerson) => id === null)
  assert.deepEqual(
    unknown.map(({ key, name }: ClockPerson) => [key, name]),
    [
      ['rt', '若彤'],
      ['xh-2', '小禾子'],
    ].sort((a, b) => (a[1] ?? '').localeCompare(b[1] ?? '', 'zh-CN')),
  )
  const bind = (who: string, id: number, key = 'rt') =>
    as(who).post('/api/clock/people', { source: 'wecom', key, staffId: id })
  assert.equal((await bind('agent', agent3)).status, 403)
  assert.equal((await bind('head', agent2)).status, 404)
  assert.equal((await bind('head', await staffId('sales'))).status, 404)
  assert.deepEqual((await bind('head', agent3)).data, { written: 1 })
  assert.equal(stateTexts(await dayOf('head', agent3, '2026-05-15')), 'normal')
  assert.equal((await bind('head2', agent2)).status, 404, 'bound to somebody of another team')
  assert.equal(counts((await upload('head', [row('2026-05-16')])).data), 'create 1')
  // Bound to somebody else, the records move.
  assert.deepEqual((await bind('head', agent)).data, { written: 1 })
  assert.equal(stateTexts(await dayOf('head', agent3, '2026-05-15')), 'unrecorded')
  assert.equal(stateTexts(await dayOf('head', agent, '2026-05-15')), 'normal')
  assert.deepEqual((await bind('head', agent3)).data, { written: 1 })
})

test('two people of a name are told apart by a binding only', async () => {
  const { companyCode } = await db
    .selectFrom('staff')
    .select('companyCode')
    .where('id', '=', agent)
    .executeTakeFirstOrThrow()
  const twin = { username: 'twin', name: '周小禾', namePinyin: 'zhouxiaohe', role: 2, companyCode }
  const { id } = await db
    .insertInto('staff')
    .values({ ...twin, passwordHash: 'x', parentId: head })
    .returning('id')
    .executeTakeFirstOrThrow()
  const preview = await upload('head', [punched('周小禾', '2026-05-11', '08:00', '16:00')])
  assert.equal(counts(preview.data), 'unknown 1')
  const { data } = await as('head').get(`/api/clock/files/${preview.data.id}/rows`)
  assert.equal(data.items[0].reason, '有几位员工叫“周小禾”，请对应到其中一位。')
  await db.deleteFrom('staff').where('id', '=', id).execute()
})

test('members see their own days only, without proposals; sales and finance see none', async () => {
  const own = await daysOf('agent')
  assert.ok(own.length > 0)
  assert.ok(own.every((day) => day.staffId === agent && day.proposal === null))
  for (const who of ['sales', 'finance']) {
    assert.equal((await as(who).get('/api/clock/days')).status, 403)
  }
  for (const path of ['files', 'people', 'files/1', 'files/1/rows', 'files/1/undo/consequences']) {
    assert.equal((await as('agent').get(`/api/clock/${path}`)).status, 403, path)
  }
  const { items } = (await as('admin').get('/api/clock/files')).data
  const [file] = items as ClockFile[]
  for (const who of ['admin2', 'head2']) {
    assert.equal((await as(who).get(`/api/clock/files/${file?.id}`)).status, 404)
    assert.equal((await step(who, file as ClockFile, 'undo')).status, 404)
    assert.equal((await as(who).get('/api/clock/files')).data.total, 0)
  }
  assert.deepEqual(await daysOf('admin2'), [])
  assert.equal((await upload('agent', [])).status, 403)
})

test('a proposal that is taken becomes a correction of the payroll; it is made once, and can be reversed', async () => {
  await imported('head', [punched('周小禾', '2026-05-18', '08:00', '16:00')])
  const before = await dayOf('head', agent, '2026-05-18')
  assert.deepEqual(
    [before?.proposal?.halfDays, before?.proposal?.reason],
    [2, '打卡 08:00–16:00：正常，没有日志'],
  )
  const decide = (who: string, days: object[], taken = true) =>
    as(who).post('/api/clock/decisions', { taken, days })
  const day = { staffId: agent, on: '2026-05-18', halfDays: 2 }
  assert.equal((await decide('agent', [day])).status, 403)
  const foreign = await decide('head2', [day])
  assert.equal(foreign.data.results[0].problem, '员工不存在，或不在您可见的范围内。')
  const wrong = await decide('head', [{ ...day, halfDays: 1 }])
  assert.equal(wrong.data.results[0].problem, '这一天的建议刚变了，请刷新后再看。')
  const taken = await decide('head', [day])
  assert.deepEqual(taken.data.results, [{ id: `${agent} 2026-05-18`, name: '2026-05-18', problem: null }])
  const line = await db
    .selectFrom('payrollCorrection')
    .select(['staffId', 'halfDays', 'amountCents', 'reason', 'createdBy'])
    .executeTakeFirstOrThrow()
  assert.deepEqual(line, {
    staffId: agent,
    halfDays: 2,
    amountCents: null,
    reason: '2026-05-18 打卡 08:00–16:00：正常，没有日志',
    createdBy: head,
  })
  const after = await dayOf('head', agent, '2026-05-18')
  assert.deepEqual([after?.proposal, after?.decision?.taken, after?.decision?.byName], [null, true, '陈思雨'])
  assert.ok((await decide('head', [day])).data.results[0].problem)
  const reverse = (who: string) => as(who).post(`/api/clock/decisions/${after?.decision?.id}/reverse`)
  assert.equal((await reverse('head2')).status, 404)
  assert.equal((await reverse('head')).status, 200)
  assert.equal((await reverse('head')).status, 409)
  const sums = await db.selectFrom('payrollCorrection').select('halfDays').execute()
  assert.deepEqual(
    sums.map(({ halfDays }) => halfDays),
    [2, -2],
  )
  assert.equal((await dayOf('head', agent, '2026-05-18'))?.proposal?.halfDays, 2)
})

test('a refused proposal is not made again; nobody decides on their own day', async () => {
  const day = { staffId: agent, on: '2026-05-18', halfDays: 2 }
  const refused = await as('head').post('/api/clock/decisions', { taken: false, days: [day] })
  assert.equal(refused.data.results[0].problem, null)
  const after = await dayOf('head', agent, '2026-05-18')
  assert.deepEqual([after?.proposal, after?.decision?.taken], [null, false])
  assert.equal((await db.selectFrom('payrollCorrection').selectAll().execute()).length, 2)
  await as('head').post(`/api/clock/decisions/${after?.decision?.id}/reverse`)
  const rows = [punched('陈思雨', '2026-05-17', '08:00', '16:00')]
  await imported('head', rows)
  const own = (await daysOf('head')).find(({ staffId: id, on }) => id === head && on === '2026-05-17')
  assert.deepEqual([own?.proposal?.halfDays, own?.proposal?.mayDecide], [2, false])
  const mine = { taken: true, days: [{ staffId: head, on: '2026-05-17', halfDays: 2 }] }
  const tried = await as('head').post('/api/clock/decisions', mine)
  assert.equal(tried.data.results[0].problem, '自己的出勤由别人决定，组长的由管理员决定。')
  assert.equal((await as('admin').post('/api/clock/decisions', mine)).data.results[0].problem, null)
})

test('an undo reverses the decisions that lose their record', async () => {
  const file = await imported('head', [punched('李若彤', '2026-05-18', '08:00', '16:00')])
  const days = [{ staffId: agent3, on: '2026-05-18', halfDays: 2 }]
  await as('head').post('/api/clock/decisions', { taken: true, days })
  const effects = await as('head').get(`/api/clock/files/${file.id}/undo/consequences`)
  assert.deepEqual(
    effects.data.items.map(({ label, to }: { label: string; to: number }) => [label, to]),
    [
      ['删除的打卡（人 × 天）', 1],
      ['撤回的出勤决定', 1],
    ],
  )
  assert.equal((await step('head', file, 'undo')).status, 200)
  const { halves } = await db
    .selectFrom('payrollCorrection')
    .select((eb) => eb.fn.sum<number>('halfDays').as('halves'))
    .where('staffId', '=', agent3)
    .executeTakeFirstOrThrow()
  assert.equal(Number(halves), 0)
  assert.equal((await dayOf('head', agent3, '2026-05-18'))?.decision, null)
})

test('closed months: rows are listed and not written, an undo and a decision are refused', async () => {
  const april = await imported('head', [punched('周小禾', '2026-04-20', '08:00', '16:00')])
  await closeMonth(db)
  const preview = await upload('head', [
    punched('周小禾', '2026-04-21', '08:00', '16:00'),
    punched('李若彤', '2026-04-21', '08:00', '16:00'),
  ])
  assert.equal(counts(preview.data), 'closed 2')
  assert.equal((await step('head', preview.data, 'commit')).data.written, 0)
  const undone = await step('head', april, 'undo')
  assert.deepEqual([undone.status, undone.body.errorCode], [409, 'PERIOD_CLOSED'])
  const days = [{ staffId: agent, on: '2026-04-20', halfDays: 2 }]
  const decided = await as('head').post('/api/clock/decisions', { taken: true, days })
  assert.match(decided.data.results[0].problem, /2026-04 已结账/)
  await openMonth(db)
})

test('attendance for pay follows the rule from its month on; closed months keep theirs', async () => {
  await setMonthlyPay(db, agent2, { baseSalaryCents: 310_000 })
  await insertWorkDays(
    db,
    { staffId: agent2, reviewerId: await staffId('head2') },
    ['2026-05-11', '2026-05-15'],
    3,
  )
  const sheet = async () =>
    (await paySheets(db, { companyCode: '001', month: '2026-05', staffId: agent2 }))[0]
  assert.deepEqual([(await sheet())?.basis, (await sheet())?.countedHalves], ['log', 6])
  await imported('admin', [
    punched('赵晓冬', '2026-05-13', '08:00', '16:00'),
    punched('赵晓冬', '2026-05-14', '08:00', '16:00'),
    punched('赵晓冬', '2026-05-15', '08:00'),
  ])
  assert.equal((await sheet())?.countedHalves, 6, 'by log nothing changes')
  const set = (basis: string, more: object = {}, who = 'admin') =>
    as(who).post('/api/clock/rules', { month: '2026-05', basis, toleranceMinutes: 10, ...more })
  assert.equal((await set('clock', {}, 'head')).status, 403)
  const { data } = await set('clock')
  assert.equal(data.basis, 'clock')
  assert.deepEqual([(await sheet())?.basis, (await sheet())?.countedHalves], ['clock', 5])
  assert.deepEqual((await sheet())?.logged, ['2026-05-13', '2026-05-14', '2026-05-15'])
  assert.equal((await set('both')).status, 409, 'without the version of the rule of that month')
  assert.equal((await set('both', { version: data.rules[0].version })).status, 200)
  // Only the 13th has an approved log and a clock.
  assert.equal((await sheet())?.countedHalves, 2)
  const april = (await paySheets(db, { companyCode: '001', month: '2026-04', staffId: agent2 }))[0]
  assert.equal(april?.basis, 'log')
  await closeMonth(db)
  const closed = await set('clock', { month: '2026-04' })
  assert.deepEqual([closed.status, closed.body.errorCode], [409, 'PERIOD_CLOSED'])
  await openMonth(db)
  await as('admin').post('/api/clock/rules', {
    month: '2026-05',
    basis: 'log',
    toleranceMinutes: 45,
    version: data.rules[0].version + 1,
  })
  assert.equal(stateTexts(await dayOf('head', agent3, '2026-05-12')), 'normal', 'late 31 of 45 minutes')
  assert.equal((await as('admin2').get('/api/clock/rules')).data.toleranceMinutes, 10)
})

test('a workbook with 10,000 rows is previewed and written', async () => {
  const names = ['周小禾', '李若彤', '赵晓冬', '陈思雨']
  const rows = Array.from({ length: 10_000 }, (_, at): WecomRow => {
    const on = addDays('2026-05-10', -Math.floor(at / 40) % 250)
    const person = at % 40
    const name = names[person] ?? `访客${person}`
    return { on, name, account: `acc${person}`, punches: ['08:00', '16:00'] }
  })
  const [title = [], ...cells] = wecomCells(rows)
  const columns = [...title, ...Array(11).fill('')].map((one) => ({ title: one, type: 'text' as const }))
  const bytes = Buffer.from(toXlsx([{ name: '概况统计与打卡明细', columns, rows: cells }]))
  const preview = await as('admin').upload('/api/clock/files', { name: '日报.xlsx', bytes })
  assert.equal(preview.status, 200, preview.body.errorMessage)
  assert.equal(preview.data.rowsTotal, 10_000)
  assert.equal(preview.data.counts.unknown, 9_000)
  const committed = await step('admin', preview.data, 'commit')
  assert.equal(committed.status, 200)
  assert.ok(committed.data.written > 200)
})

test('a sheet without days and names, too many rows and no file are refused', async () => {
  const wrong = await as('head').upload('/api/clock/files', {
    name: 'a.csv',
    bytes: Buffer.from('店铺,人数\n晨曦,3'),
  })
  assert.deepEqual(
    [wrong.status, wrong.body.errorMessage],
    [400, '没有找到“日期”和“姓名”两列，请导出日报（企业微信）或每日统计（钉钉）。'],
  )
  const many = Array.from({ length: 20_001 }, () => punched('周小禾', '2026-05-12'))
  assert.equal((await upload('head', many)).status, 413)
  assert.equal((await as('head').get('/api/clock/days?from=2026-01-01&to=2026-05-01')).status, 400)
})
