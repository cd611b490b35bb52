import { AppError } from '#kit/errors.ts'
import { serve } from '#kit/serve.ts'
import { updatedNow } from '#kit/stamps.ts'
import { revealLimits } from './contract.ts'
import { findLimits, putLimit } from './queries.ts'

export const revealsServer = serve(revealLimits, {
  list: async ({ db, actor }) => ({ items: await findLimits(db, actor.companyCode) }),

  set: async ({ db, actor, clock, record }, { role, perDay, version }) => {
    const { companyCode } = actor
    const before = (await findLimits(db, companyCode)).find((limit) => limit.role === role)
    const stamp = updatedNow({ actor, clock })
    const after = await putLimit(db, { companyCode, role, perDay, ...stamp }, version)
    if (!after) throw new AppError('STALE', '这个上限刚被别人修改过，请刷新后再改。')
    const changes = { perDay: [before?.perDay ?? null, perDay] as [unknown, unknown] }
    record({ action: 'update', entity: 'reveal-limit', recordId: role, changes })
    return after
  },
})
