import { dryRun } from '#kit/attempt.ts'
import type { Day } from '#kit/calendar.ts'
import type { Consequence, Consequences } from '#kit/consequences.ts'
import { some, what } from '#kit/consequences.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { approveMany, dropFile, payMany } from './payout.ts'
import { findNumbered } from './queries.ts'
import type { Seen } from './steps.ts'

/** Placeholder for texts, which the user enters later and which do not affect the preview. */
const TEXT = '-'

type Results = Awaited<ReturnType<typeof payMany>>['results']

/** Runs a step in a transaction that is rolled back; returns the claims that it changed, and refusals. */
async function tried(
  context: Context,
  ids: readonly number[],
  step: (inner: Context, claims: Seen[]) => Promise<{ results: Results }>,
) {
  return dryRun(context, async (inner) => {
    const { db, actor } = inner
    const before = await findNumbered(db, actor, ids)
    const known = new Map(before.map(({ id, version }) => [id, version]))
    const { results } = await step(
      inner,
      ids.map((id) => ({ id, version: known.get(id) ?? 1 })),
    )
    const done = new Set(results.filter(({ problem }) => problem === null).map(({ id }) => id))
    const after = (await findNumbered(db, actor, ids)).filter(({ id }) => done.has(id))
    return { after, problems: results.flatMap(({ problem }) => problem ?? []) }
  })
}

const refusedRows = (label: string, problems: readonly string[]): Consequence[] =>
  some(label, problems.length, problems[0] ? { note: problems[0] } : {})

/** Preview of approving claims at their next level. */
export async function ofApproval(context: Context, { ids }: { ids: number[] }): Promise<Consequences> {
  const { after, problems } = await tried(context, ids, (inner, claims) => approveMany(inner, { claims }))
  const last = after.filter(({ status }) => status === 'approved')
  return {
    items: [
      what('count', '通过', after.length, { note: '按申请金额通过；要核减请逐张打开。' }),
      what('money', '通过金额合计', sum(after.map(({ approvedCents }) => approvedCents ?? 0))),
      ...some('转为等待打款', last.length),
      ...some('还要下一级审核', after.length - last.length),
      ...refusedRows('不能通过', problems),
    ],
  }
}

/** Preview of saving a payment of claims. */
export async function ofPayment(
  context: Context,
  { ids, paidOn }: { ids: number[]; paidOn: Day },
): Promise<Consequences> {
  const { after, problems } = await tried(context, ids, (inner, claims) =>
    payMany(inner, { claims, paidOn, voucherNo: TEXT }),
  )
  return {
    items: [
      what('count', '登记为已打款', after.length, { note: '登记后不能更改。' }),
      what('count', '收款人', new Set(after.map(({ staffId }) => staffId)).size),
      what('money', '打款合计', sum(after.map(({ approvedCents }) => approvedCents ?? 0))),
      ...refusedRows('不能登记打款', problems),
    ],
  }
}

/** Preview of dropping a payment file. */
export async function ofDrop(context: Context, { id }: { id: number }): Promise<Consequences> {
  const { freed } = await dryRun(context, (inner) => dropFile(inner, { id, reason: TEXT }))
  return { items: [what('count', '又可以导出的报销单', freed, { note: '没有打款的那些' })] }
}
