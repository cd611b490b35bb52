import { reachOf } from '#access/can.ts'
import { changesBetween } from '#kit/audit.ts'
import { type Day, today } from '#kit/calendar.ts'
import { type Context, type Handlers, serve } from '#kit/serve.ts'
import { createdNow, updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { type ShiftRow, shifts } from './contract.ts'
import type { ShiftRowOfTable } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type ShiftHandlers = Handlers<typeof shifts>

function toShiftRow(row: ShiftRowOfTable, on: Day): ShiftRow {
  return {
    ...row,
    from: rules.timeOf(row.starts),
    to: rules.timeOf(row.ends),
    overMidnight: rules.isOverMidnight(row),
    hours: row.minutes / 60,
    counts: row.halfShifts / 2,
    current: row.fromOn <= on && (row.toOn === null || row.toOn >= on),
  }
}

/** The fields of a row that the audit log shows. */
function loggedFields({ name, mark, starts, ends, breakMinutes, ...row }: ShiftRowOfTable) {
  const { minutes, halfShifts, colour, fromOn, toOn } = row
  const times = { from: rules.timeOf(starts), to: rules.timeOf(ends), breakMinutes, hours: minutes / 60 }
  return { name, mark, ...times, counts: halfShifts / 2, colour, fromOn, toOn }
}

/** Reads a written row, logs the change and returns it. */
async function finish(context: Context, action: string, before: ShiftRowOfTable | null, id: number) {
  const { db, actor, clock, record } = context
  const after = queries.shiftById(await queries.findShiftRows(db, actor.companyCode), id)
  const changes = changesBetween(before ? loggedFields(before) : {}, loggedFields(after))
  record({ action, entity: 'shift', recordId: after.code, changes })
  return toShiftRow(after, today(clock))
}

/** Locks the company's shifts for a write. Throws NOT_FOUND or STALE. */
async function lockRow({ db, actor, clock }: Context, { id, version }: { id: number; version: number }) {
  const rows = await queries.lockShifts(db, actor.companyCode)
  const row = queries.shiftById(rows, id)
  assertVersion(row, version, (one) => toShiftRow(one, today(clock)))
  return { rows, row }
}

const create: ShiftHandlers['create'] = async (context, { name, mark, counts, colour, fromOn, ...times }) => {
  const { db, actor } = context
  const rows = await queries.lockShifts(db, actor.companyCode)
  const code = rules.nextCode(await queries.lockCodes(db))
  rules.assertRoom(fromOn, rows)
  rules.assertDistinct({ code, name, mark, fromOn, toOn: null }, rows)
  const id = await queries.insertShift(db, {
    ...rules.timesOf(times),
    ...createdNow(context),
    ...updatedNow(context),
    companyCode: actor.companyCode,
    code,
    name,
    mark,
    halfShifts: counts * 2,
    colour,
    place: Math.max(0, ...rows.map(({ place }) => place)) + 1,
    fromOn,
  })
  return finish(context, 'create', null, id)
}

/** The times after a change. Hours follow from new times unless they are sent too. */
function changedTimes(row: ShiftRowOfTable, sent: Partial<rules.ShiftTimes>) {
  const timesChange = [sent.from, sent.to, sent.breakMinutes].some((time) => time !== undefined)
  const { from, to, breakMinutes } = {
    from: rules.timeOf(row.starts),
    to: rules.timeOf(row.ends),
    breakMinutes: row.breakMinutes,
    ...definedOnly(sent),
  }
  return rules.timesOf({
    from,
    to,
    breakMinutes,
    hours: sent.hours ?? (timesChange ? undefined : row.minutes / 60),
  })
}

const change: ShiftHandlers['change'] = async (context, { id, version, fromOn, ...sent }) => {
  const { db } = context
  const { rows, row } = await lockRow(context, { id, version })
  rules.assertChangeable(row, fromOn, rows)
  const {
    name = row.name,
    mark = row.mark,
    colour = row.colour,
    counts = row.halfShifts / 2,
    ...times
  } = sent
  rules.assertDistinct({ code: row.code, name, mark, fromOn, toOn: row.toOn }, rows)
  const next = {
    ...changedTimes(row, times),
    name,
    mark,
    colour,
    halfShifts: counts * 2,
    ...updatedNow(context),
  }
  if (fromOn === row.fromOn) {
    await queries.updateShift(db, id, next)
    return finish(context, 'change', row, id)
  }
  await queries.updateShift(db, id, { toOn: rules.lastDayBefore(fromOn), ...updatedNow(context) })
  const { companyCode, code, place, toOn } = row
  const added = { ...next, ...createdNow(context), companyCode, code, place, fromOn, toOn }
  return finish(context, 'change', row, await queries.insertShift(db, added))
}

const end: ShiftHandlers['end'] = async (context, { id, version, toOn }) => {
  const { db, actor } = context
  const { rows, row } = await lockRow(context, { id, version })
  rules.assertChangeable(row, toOn, rows)
  rules.assertKeepsOne(row.code, rows)
  const { companyCode } = actor
  rules.assertUnusedAfter(toOn, await queries.countUses(db, { companyCode, code: row.code, after: toOn }))
  await queries.updateShift(db, id, { toOn, ...updatedNow(context) })
  return finish(context, 'end', row, id)
}

const remove: ShiftHandlers['remove'] = async ({ db, actor, record }, { id }) => {
  const { companyCode } = actor
  const rows = await queries.lockShifts(db, companyCode)
  const row = queries.shiftById(rows, id)
  rules.assertKeepsOne(row.code, rows)
  rules.assertUnused(await queries.countUses(db, { companyCode, code: row.code }))
  await queries.deleteShift(db, companyCode, row.code)
  record({
    action: 'remove',
    entity: 'shift',
    recordId: row.code,
    changes: changesBetween(loggedFields(row), {}),
  })
  return { id }
}

export const shiftsServer = serve(shifts, {
  list: async ({ db, actor, clock }) => {
    const company = reachOf(actor, 'canReadStore') === 'all' ? null : actor.companyCode
    return (await queries.findShiftRows(db, company)).map((row) => toShiftRow(row, today(clock)))
  },
  uses: ({ db, actor, clock }) => queries.findUses(db, actor.companyCode, today(clock)),
  create,
  change,
  end,
  remove,
})
