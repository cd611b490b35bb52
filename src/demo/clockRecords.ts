import type { Database } from '#db/connect.ts'
import { addDays, type Day, dayOf, monthOf } from '#kit/calendar.ts'
import { findDuty } from '#operations/duty/queries.ts'
import { findShiftRows } from '#people/shifts/queries.ts'
import { initialChanges, type TrailLine } from './trail.ts'

/** Days of the imported file, up to yesterday. */
const DAYS = 21
const DAY_MINUTES = 24 * 60

/** How a person clocks on a day: minutes that the punches are later than the shift; null for a punch that is missing. */
const HABITS: readonly [arrival: number | null, departure: number | null][] = [
  [-6, 4],
  [-3, 9],
  [-8, 2],
  [-2, 6],
  [-5, 3],
  [24, 5],
  [-4, 7],
  [-7, -42],
  [-1, 8],
  [-5, null],
  [-6, 1],
]

/** On every so many days a person does not clock at all: with a log 缺卡, without one 旷工. */
const FORGETS_EVERY = 23
/** On every so many days off a person comes all the same. */
const COMES_EVERY = 5

interface DemoDay {
  staffId: number
  name: string
  on: Day
  punches: number[]
  /** Whether the person has a shift. */
  works: boolean
}

/** The head of the demo with the members of the team. */
async function findTeam(db: Database) {
  const head = await db
    .selectFrom('staff')
    .select(['id', 'name', 'companyCode'])
    .where('username', '=', 'head')
    .executeTakeFirstOrThrow()
  const members = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('parentId', '=', head.id)
    .orderBy('id')
    .execute()
  return { head, people: [head, ...members] }
}

type Team = Awaited<ReturnType<typeof findTeam>>

/** The begin and the end of shifts of a day, in minutes from its 00:00. */
function spanOf(
  shifts: readonly { starts: number; ends: number }[],
): { starts: number; ends: number } | null {
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last) return null
  return { starts: first.starts, ends: last.ends > last.starts ? last.ends : last.ends + DAY_MINUTES }
}

/** The punches of a person's day; `at` decides the habit. */
function punchesOf(span: { starts: number; ends: number } | null, at: number): number[] {
  if (!span) return at % COMES_EVERY === 0 ? [542, 1083] : []
  if (at % FORGETS_EVERY === 1) return []
  const [arrival, departure] = HABITS[at % HABITS.length] ?? [0, 0]
  return [
    ...(arrival === null ? [] : [span.starts + arrival]),
    ...(departure === null ? [] : [span.ends + departure]),
  ]
}

/** The clock records of a team, by duty and habits; deterministic. */
async function makeDays(db: Database, { head, people }: Team, today: Day): Promise<DemoDay[]> {
  const { companyCode } = head
  const [from, to] = [addDays(today, -DAYS), addDays(today, -1)]
  const staffIds = people.map(({ id }) => id)
  const duty = await findDuty(db, { companyCode, from, to, staffIds })
  const shifts = new Map((await findShiftRows(db, companyCode)).map((row) => [row.code, row]))
  const names = new Map(people.map(({ id, name }) => [id, name]))
  return duty.map(({ staffId, on, shifts: codes }, at) => {
    const span = spanOf(codes.flatMap((code) => shifts.get(code) ?? []))
    return { staffId, name: names.get(staffId) ?? '', on, punches: punchesOf(span, at), works: span !== null }
  })
}

/** The last day with an approved log and a shift of each member; decisions are made on the first two. */
async function findLoggedDays(db: Database, days: readonly DemoDay[], today: Day): Promise<DemoDay[]> {
  const logs = await db
    .selectFrom('worklog')
    .select(['staffId', 'onDay'])
    .where('status', '=', 'approved')
    .where('onDay', '>=', addDays(today, -DAYS))
    .execute()
  const logged = new Set(logs.map(({ staffId, onDay }) => `${staffId} ${onDay}`))
  const byPerson = Map.groupBy(
    days.filter(({ staffId, on, works }) => works && logged.has(`${staffId} ${on}`)),
    ({ staffId }) => staffId,
  )
  return [...byPerson.values()].flatMap((ofPerson) => ofPerson.at(-1) ?? []).slice(0, 2)
}

interface FileOptions {
  fileName: string
  hash: string
  at: Date
  undoneAt?: Date
}

/** Inserts a file with its rows, and a row of somebody whom nobody knows yet; returns its id. */
async function insertFile(
  db: Database,
  { head }: Team,
  days: readonly DemoDay[],
  { fileName, hash, at, undoneAt }: FileOptions,
): Promise<number> {
  const dates = days.map(({ on }) => on).sort()
  const stranger = dates.slice(-1).map((on) => ({ name: '小雨', key: 'xiaoyu', on, punches: [475, 968] }))
  const known = days.map(({ name, staffId, on, punches }) => ({ name, key: `kf${staffId}`, on, punches }))
  const rows = [...known, ...stranger]
  const { id } = await db
    .insertInto('clockFile')
    .values({
      companyCode: head.companyCode,
      source: 'wecom',
      fileName,
      fileHash: hash,
      status: undoneAt ? 'undone' : 'committed',
      rowsTotal: rows.length,
      fromOn: dates[0] ?? null,
      toOn: dates.at(-1) ?? null,
      createdAt: at,
      createdBy: head.id,
      committedAt: at,
      undoneAt: undoneAt ?? null,
      version: undoneAt ? 3 : 2,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('clockRow')
    .values(
      rows.map(({ name, key, on, punches }, index) => ({
        fileId: id,
        rowNo: index + 5,
        personKey: key,
        personName: name,
        onDay: on,
        punches,
      })),
    )
    .execute()
  return id
}

/** Decisions of the head on two days without a clock: one taken, with its correction, and one refused. */
async function insertDecisions(
  db: Database,
  { head: { companyCode, id: createdBy } }: Team,
  [first, second]: readonly DemoDay[],
  at: Date,
): Promise<void> {
  if (!first || !second) throw new Error('the demo’s team has no approved logs')
  const values = { found: [{ sentence: '缺卡' }], log: { sentence: '日志已通过' } }
  const row = {
    companyCode,
    halfDays: -2,
    createdAt: at,
    createdBy,
    reason: JSON.stringify({ sentence: '没有打卡：{found}，{log}', values }),
  }
  const { id: correctionId } = await db
    .insertInto('payrollCorrection')
    .values({
      companyCode,
      staffId: first.staffId,
      monthOn: `${monthOf(first.on)}-01`,
      halfDays: -2,
      reason: `${first.on} 没有打卡：缺卡，日志已通过`,
      createdAt: at,
      createdBy,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('clockDecision')
    .values([
      { ...row, staffId: first.staffId, onDay: first.on, taken: true, correctionId },
      { ...row, staffId: second.staffId, onDay: second.on, taken: false, correctionId: null },
    ])
    .execute()
}

/** Inserts the records of the file that counts, and who its accounts are. */
async function insertRecords(
  db: Database,
  { head: { companyCode, id: by } }: Team,
  days: readonly DemoDay[],
  { fileId, at }: { fileId: number; at: Date },
): Promise<void> {
  const bound = {
    companyCode,
    source: 'wecom' as const,
    createdAt: at,
    createdBy: by,
    updatedAt: at,
    updatedBy: by,
  }
  const people = [...new Set(days.map(({ staffId }) => staffId))]
  await db
    .insertInto('clockPerson')
    .values(people.map((staffId) => ({ ...bound, staffId, personKey: `kf${staffId}` })))
    .execute()
  const rows = days.map(({ staffId, on: onDay, punches }, index) => ({
    fileId,
    staffId,
    onDay,
    companyCode,
    rowNo: index + 5,
    punches,
  }))
  await db.insertInto('clockDay').values(rows).execute()
}

/**
 * Seeds three weeks of clock records of the demo's team, up to yesterday: a committed file, one that was undone, and
 * decisions. Days of closed months are left out. Returns the audit lines.
 */
export async function seedClockRecords(db: Database, now: Date): Promise<TrailLine[]> {
  const team = await findTeam(db)
  const today = dayOf(now)
  const { companyCode, id: actorId, name: actorName } = team.head
  const closed = await db
    .selectFrom('monthlyFinancial')
    .select('monthOn')
    .where('companyCode', '=', companyCode)
    .where('status', '=', 'closed')
    .execute()
  const months = new Set(closed.map(({ monthOn }) => monthOf(monthOn)))
  const made = (await makeDays(db, team, today)).filter(({ on }) => !months.has(monthOf(on)))
  const decided = await findLoggedDays(db, made, today)
  const days = made.map((day) => (decided.includes(day) ? { ...day, punches: [] } : day))
  const [early, at] = [new Date(now.getTime() - 7_200_000), new Date(now.getTime() - 3_600_000)]
  const undone = { fileName: '上下班打卡_日报_误传.xlsx', hash: 'a'.repeat(64), at: early, undoneAt: at }
  await insertFile(db, team, days.slice(0, 3), undone)
  const fileName = '上下班打卡_日报.xlsx'
  const fileId = await insertFile(db, team, days, { fileName, hash: 'b'.repeat(64), at })
  await insertRecords(db, team, days, { fileId, at })
  await insertDecisions(db, team, decided, at)
  const changes = initialChanges({ fileName, rows: days.length })
  const line = {
    companyCode,
    actorId,
    actorName,
    entity: 'clock-file',
    action: 'commit',
    at,
    changes,
  } as const
  return [{ ...line, recordId: String(fileId) }]
}
