import type { Day } from '#kit/calendar.ts'
import { type Consequences, countRow, refusedRow, valueRow } from '#kit/consequences.ts'
import { sum } from '#kit/money.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { approveMany, dropFile, payMany } from './payout.ts'
import { findClaimsById } from './queries.ts'
import type { ClaimVersion } from './steps.ts'

/** Placeholder for texts, which the user enters later and which do not affect the preview. */
const TEXT = '-'

type Results = Awaited<ReturnType<typeof payMany>>['results']

/** Runs a step in a transaction that is rolled back; returns the claims that it changed, and refusals. */
async function dryRunStep(
  context: Context,
  ids: readonly number[],
  step: (inner: Context, claims: ClaimVersion[]) => Promise<{ results: Results }>,
) {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor } = inner
    const before = await findClaimsById(db, actor, ids)
    const versions = new Map(before.map(({ id, version }) => [id, version]))
    const { results } = await step(
      inner,
      ids.map((id) => ({ id, version: versions.get(id) ?? 1 })),
    )
    const done = new Set(results.filter(({ problem }) => problem === null).map(({ id }) => id))
    const after = (await findClaimsById(db, actor, ids)).filter(({ id }) => done.has(id))
    return { after, problems: results.flatMap(({ problem }) => problem ?? []) }
  })
}

/** Preview of approving claims at their next level. */
export async function approvalConsequences(
  context: Context,
  { ids }: { ids: number[] },
): Promise<Consequences> {
  const { after, problems } = await dryRunStep(context, ids, (inner, claims) =>
    approveMany(inner, { claims }),
  )
  const last = after.filter(({ status }) => status === 'approved')
  return {
    items: [
      valueRow('count', '通过', after.length, { note: '按申请金额通过；要核减请逐张打开。' }),
      valueRow('money', '通过金额合计', sum(after.map(({ approvedCents }) => approvedCents ?? 0))),
      ...countRow('转为等待打款', last.length),
      ...countRow('还要下一级审核', after.length - last.length),
      ...refusedRow('不能通过', problems),
    ],
  }
}

/** Preview of saving a payment of claims. */
export async function paymentConsequences(
  context: Context,
  { ids, paidOn }: { ids: number[]; paidOn: Day },
): Promise<Consequences> {
  const { after, problems } = await dryRunStep(context, ids, (inner, claims) =>
    payMany(inner, { claims, paidOn, voucherNo: TEXT }),
  )
  return {
    items: [
      valueRow('count', '登记为已打款', after.length, { note: '登记后不能更改。' }),
      valueRow('count', '收款人', new Set(after.map(({ staffId }) => staffId)).size),
      valueRow('money', '打款合计', sum(after.map(({ approvedCents }) => approvedCents ?? 0))),
      ...refusedRow('不能登记打款', problems),
    ],
  }
}

/** Preview of dropping a payment file. */
export async function dropFileConsequences(context: Context, { id }: { id: number }): Promise<Consequences> {
  const { freed } = await dryRunInTransaction(context, (inner) => dropFile(inner, { id, reason: TEXT }))
  return { items: [valueRow('count', '又可以导出的报销单', freed, { note: '没有打款的那些' })] }
}
