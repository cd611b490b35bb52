import type { Actor } from '#access/can.ts'
import { changesBetween } from '#kit/audit.ts'
import { daysFrom } from '#kit/calendar.ts'
import { assertFresh, sentOnly } from '#kit/fresh.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { Holiday, PromotionPeriod } from './contract.ts'
import { holidays, promotionPeriods } from './contract.ts'
import * as queries from './queriesOfSettings.ts'
import * as rules from './rules.ts'

type HolidayRow = Awaited<ReturnType<typeof queries.lockHoliday>>
type PeriodRow = Awaited<ReturnType<typeof queries.lockPeriod>>

const presentDay =
  (actor: Actor) =>
  (row: HolidayRow): Holiday => ({
    ...row,
    ...{ on: row.onDay, kind: row.kind as Holiday['kind'], mine: rules.mayWrite(actor, row.companyCode) },
  })

const presentPeriod =
  (actor: Actor) =>
  (row: PeriodRow): PromotionPeriod => ({
    ...row,
    mine: rules.mayWrite(actor, row.companyCode),
  })

const factsOfDay = ({ onDay, kind, name, companyCode }: Omit<HolidayRow, 'id'>) => ({
  ...{ onDay, kind, name, companyCode },
})

const factsOfPeriod = ({ name, fromOn, toOn, companyCode }: Omit<PeriodRow, 'id'>) => ({
  ...{ name, fromOn, toOn, companyCode },
})

/** The columns that every new row has. Throws FORBIDDEN if the actor may not write shared rows. */
function begun({ actor, clock }: Context, audience: 'all' | 'company') {
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
      return { items: items.map(presentDay(actor)), total }
    },

    create: async (context, { name, kind, fromOn, toOn, audience }) => {
      const span = { fromOn, toOn: toOn ?? fromOn }
      rules.assertDays(span)
      const base = { ...begun(context, audience), name, kind }
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
      assertFresh(before, version, presentDay(actor))
      const changes = { ...sentOnly(sent), updatedAt: clock(), updatedBy: actor.id }
      await queries.updateHoliday(db, id, changes)
      const after = await queries.lockHoliday(db, actor, id)
      const line = changesBetween(factsOfDay(before), factsOfDay(after))
      record({ action: 'update', entity: 'holiday', recordId: id, changes: line })
      return presentDay(actor)(after)
    },

    remove: async ({ db, actor, record }, { id }) => {
      const before = await queries.lockHoliday(db, actor, id)
      rules.assertMayWrite(actor, before.companyCode)
      await queries.deleteHoliday(db, id)
      const changes = changesBetween(factsOfDay(before), {})
      record({ action: 'remove', entity: 'holiday', recordId: id, changes })
      return { id }
    },
  },
  rules.conflicts,
)

export const promotionPeriodsServer = serve(promotionPeriods, {
  list: async ({ db, actor }, query) => {
    const { items, total } = await queries.findPeriods(db, actor, query)
    return { items: items.map(presentPeriod(actor)), total }
  },

  create: async (context, { name, fromOn, toOn, audience }) => {
    rules.assertPeriod({ fromOn, toOn })
    const { db, actor, record } = context
    const id = await queries.insertPeriod(db, { ...begun(context, audience), name, fromOn, toOn })
    const row = await queries.lockPeriod(db, actor, id)
    const changes = changesBetween({}, factsOfPeriod(row))
    record({ action: 'create', entity: 'promotion-period', recordId: id, changes })
    return presentPeriod(actor)(row)
  },

  update: async ({ db, actor, clock, record }, { id, version, ...sent }) => {
    const before = await queries.lockPeriod(db, actor, id)
    rules.assertMayWrite(actor, before.companyCode)
    assertFresh(before, version, presentPeriod(actor))
    rules.assertPeriod({ ...factsOfPeriod(before), ...sentOnly(sent) })
    await queries.updatePeriod(db, id, { ...sentOnly(sent), updatedAt: clock(), updatedBy: actor.id })
    const after = await queries.lockPeriod(db, actor, id)
    const changes = changesBetween(factsOfPeriod(before), factsOfPeriod(after))
    record({ action: 'update', entity: 'promotion-period', recordId: id, changes })
    return presentPeriod(actor)(after)
  },

  remove: async ({ db, actor, record }, { id }) => {
    const before = await queries.lockPeriod(db, actor, id)
    rules.assertMayWrite(actor, before.companyCode)
    await queries.deletePeriod(db, id)
    const changes = changesBetween(factsOfPeriod(before), {})
    record({ action: 'remove', entity: 'promotion-period', recordId: id, changes })
    return { id }
  },
})
