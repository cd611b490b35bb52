import type { Actor } from '#access/can.ts'
import { changesBetween } from '#kit/audit.ts'
import { daysFrom } from '#kit/calendar.ts'
import { type Context, serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { assertVersion, definedOnly } from '#kit/version.ts'
import { type Holiday, holidays, type PromotionPeriod, promotionPeriods } from './contract.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'

type HolidayRow = Awaited<ReturnType<typeof queries.lockHoliday>>
type PeriodRow = Awaited<ReturnType<typeof queries.lockPeriod>>

const toHoliday =
  (actor: Actor) =>
  (row: HolidayRow): Holiday => ({
    ...row,
    on: row.onDay,
    mine: rules.mayWrite(actor, row.companyCode),
  })

const toPromotionPeriod =
  (actor: Actor) =>
  (row: PeriodRow): PromotionPeriod => ({
    ...row,
    mine: rules.mayWrite(actor, row.companyCode),
  })

const holidayAuditFields = ({ onDay, kind, name, companyCode }: Omit<HolidayRow, 'id'>) => ({
  onDay,
  kind,
  name,
  companyCode,
})

const periodAuditFields = ({ name, fromOn, toOn, companyCode }: Omit<PeriodRow, 'id'>) => ({
  name,
  fromOn,
  toOn,
  companyCode,
})

/** The columns that every new row has. Throws FORBIDDEN if the actor may not write shared rows. */
function newRowColumns({ actor, clock }: Context, audience: 'all' | 'company') {
  const companyCode = audience === 'all' ? null : actor.companyCode
  rules.assertMayWrite(actor, companyCode)
  const [at, by] = [clock(), actor.id]
  return { companyCode, createdAt: at, createdBy: by, updatedAt: at, updatedBy: by }
}

export const holidaysServer = serve(
  holidays,
  {
    list: async ({ db, actor }, query) => {
      const { items, total } = await queries.findHolidays(db, actor, query)
      return { items: items.map(toHoliday(actor)), total }
    },

    create: async (context, { name, kind, fromOn, toOn, audience }) => {
      const span = { fromOn, toOn: toOn ?? fromOn }
      rules.assertDays(span)
      const base = { ...newRowColumns(context, audience), name, kind }
      const rows = daysFrom(span.fromOn, span.toOn).map((onDay) => ({ ...base, onDay }))
      const ids = await queries.insertHolidays(context.db, rows)
      const { companyCode } = base
      const changes = changesBetween({}, { name, kind, ...span, companyCode })
      context.record({ action: 'create', entity: 'holiday', recordId: ids[0] ?? 0, changes })
      return { added: ids.length }
    },

    update: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
      const before = await queries.lockHoliday(db, actor, id)
      rules.assertMayWrite(actor, before.companyCode)
      assertVersion(before, version, toHoliday(actor))
      const changes = { ...definedOnly(sent), ...updatedNow({ actor, clock }) }
      await queries.updateHoliday(db, id, changes)
      const after = await queries.lockHoliday(db, actor, id)
      const line = changesBetween(holidayAuditFields(before), holidayAuditFields(after))
      record({ action: 'update', entity: 'holiday', recordId: id, changes: line })
      return toHoliday(actor)(after)
    },

    remove: async ({ db, actor, record }, { id }) => {
      const before = await queries.lockHoliday(db, actor, id)
      rules.assertMayWrite(actor, before.companyCode)
      await queries.deleteHoliday(db, id)
      const changes = changesBetween(holidayAuditFields(before), {})
      record({ action: 'remove', entity: 'holiday', recordId: id, changes })
      return { id }
    },
  },
  rules.conflicts,
)

export const promotionPeriodsServer = serve(promotionPeriods, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await queries.findPeriods(db, actor, query)
    return { items: items.map(toPromotionPeriod(actor)), total }
  },

  create: async (context, { name, fromOn, toOn, audience }) => {
    rules.assertPeriod({ fromOn, toOn })
    const { db, actor, record } = context
    const id = await queries.insertPeriod(db, { ...newRowColumns(context, audience), name, fromOn, toOn })
    const row = await queries.lockPeriod(db, actor, id)
    const changes = changesBetween({}, periodAuditFields(row))
    record({ action: 'create', entity: 'promotion-period', recordId: id, changes })
    return toPromotionPeriod(actor)(row)
  },

  update: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
    const before = await queries.lockPeriod(db, actor, id)
    rules.assertMayWrite(actor, before.companyCode)
    assertVersion(before, version, toPromotionPeriod(actor))
    rules.assertPeriod({ ...periodAuditFields(before), ...definedOnly(sent) })
    await queries.updatePeriod(db, id, { ...definedOnly(sent), ...updatedNow({ actor, clock }) })
    const after = await queries.lockPeriod(db, actor, id)
    const changes = changesBetween(periodAuditFields(before), periodAuditFields(after))
    record({ action: 'update', entity: 'promotion-period', recordId: id, changes })
    return toPromotionPeriod(actor)(after)
  },

  remove: async ({ db, actor, record }, { id }) => {
    const before = await queries.lockPeriod(db, actor, id)
    rules.assertMayWrite(actor, before.companyCode)
    await queries.deletePeriod(db, id)
    const changes = changesBetween(periodAuditFields(before), {})
    record({ action: 'remove', entity: 'promotion-period', recordId: id, changes })
    return { id }
  },
})
