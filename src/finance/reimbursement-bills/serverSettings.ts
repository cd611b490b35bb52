import { today } from '#kit/calendar.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { claimRules, standIns } from './contractSettings.ts'
import * as queries from './reviewQueries.ts'
import { assertStandIn } from './standInRules.ts'

export const claimRulesServer = serve(claimRules, {
  get: ({ db, actor }) => queries.findRule(db, actor.companyCode),

  set: async ({ db, actor, clock, record }, { version, ...amounts }) => {
    const { companyCode } = actor
    const before = await queries.findRule(db, companyCode)
    const stamp = { updatedAt: clock(), updatedBy: actor.id }
    const after = await queries.putRule(db, { companyCode, ...amounts, ...stamp }, version)
    if (!after) throw new AppError('STALE', '审批金额刚被别人修改过，请刷新后再改。')
    record({
      action: 'update',
      entity: 'reimbursement-rule',
      recordId: companyCode,
      changes: {
        adminFromCents: [before.adminFromCents, after.adminFromCents],
        itemLimitCents: [before.itemLimitCents, after.itemLimitCents],
      },
    })
    return after
  },
})

export const standInsServer = serve(standIns, {
  list: async ({ db, actor, clock }) => {
    const rows = await queries.findStandIns(db, actor.id, today(clock))
    return { items: rows.map((row) => ({ ...row, mine: row.staffId === actor.id })) }
  },

  options: ({ db, actor }) => queries.findReviewers(db, actor.companyCode, actor.id),

  create: async ({ db, actor, clock, record }, input) => {
    assertStandIn(input, today(clock))
    const people = await queries.findReviewers(db, actor.companyCode, actor.id)
    if (!people.some(({ id }) => id === input.standInId))
      throw invalidField('standInId', '请选择本公司在职的管理员或财务。')
    const { companyCode } = actor
    const stamp = { createdAt: clock(), createdBy: actor.id }
    const row = await queries.insertStandIn(db, { ...input, companyCode, staffId: actor.id, ...stamp })
    const { standInName, fromOn, toOn } = row
    const changes = { standIn: [null, standInName], fromOn: [null, fromOn], toOn: [null, toOn] }
    record({ action: 'create', entity: 'stand-in', recordId: row.id, changes: changes as never })
    return { ...row, mine: true }
  },

  remove: async ({ db, actor, record }, { id }) => {
    const gone = await queries.deleteStandIn(db, actor.id, id)
    record({ action: 'remove', entity: 'stand-in', recordId: id, changes: { toOn: [gone.toOn, null] } })
    return { id }
  },
})
