import { type Consequence, type Consequences, changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { companyMonth, prepareClosing } from './closing.ts'
import { type CompanyMonth, findMonthRow, findSnapshot } from './closingQueries.ts'
import { writeClosing, writeReopening } from './closingWrites.ts'
import { countDocuments, type DocumentCounts, type FindUnproposed, findOtherAdmins } from './queries.ts'
import { lockClosedMonth } from './reopening.ts'
import { headOfMonth } from './result.ts'
import { assertReady } from './rules.ts'

interface MonthInput {
  month: string
  companyCode?: string | undefined
}

/** Placeholder for the reasons, which the user enters later and which do not affect the preview. */
const REASON = '-'

/** The requested month with its current version. */
async function withVersion(context: Context, input: MonthInput): Promise<CompanyMonth & { version: number }> {
  const of = await companyMonth(context, input)
  return { ...of, version: (await findMonthRow(context.db, of))?.version ?? 0 }
}

/** Preview of closing a month: its result and the records that it locks; the seal is the hash of the snapshot. */
export async function closingConsequences(
  context: Context,
  input: MonthInput,
  findUnproposed: FindUnproposed,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor, clock } = inner
    const { of, checks, ...books } = await prepareClosing(
      inner,
      await withVersion(inner, input),
      findUnproposed,
    )
    const open = checks.filter(({ done }) => !done)
    const waived = assertReady(
      checks,
      open.map(({ item }) => ({ item, reason: REASON })),
    )
    await writeClosing(db, of, { ...books, waived, by: actor.id, at: clock() })
    const { netCents, revenueCents, cashCents } = books.sealed.content.sums
    const items = [
      valueRow('money', '净利', netCents),
      valueRow('money', '应计收入', revenueCents),
      valueRow('money', '现金收款', cashCents),
      ...documentRows(await countDocuments(db, of), '结账后不能再改'),
      ...countRow('写明理由豁免的事项', waived.length),
      valueRow('count', '快照版本', books.before.snapshotNo + 1, { note: '需要更正时先反结账，快照保留。' }),
    ]
    return { items, seal: books.sealed.hash }
  })
}

/** Preview of reopening a month: the records that it unlocks, and when it takes effect. */
export async function reopeningConsequences(context: Context, input: MonthInput): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const { db, actor, clock } = inner
    const { of, row } = await lockClosedMonth(inner, await withVersion(inner, input))
    const snapshotNetCents = (await findSnapshot(db, of))?.content.sums.netCents ?? null
    const others = await findOtherAdmins(db, of.companyCode, actor.id)
    // The first admin's request needs the confirmation of another admin, which takes effect immediately.
    const needsConfirmation = others.length > 0 && (row.reopeningBy === null || row.reopeningBy === actor.id)
    const before = await countDocuments(db, of)
    await writeReopening(db, of, { row, reason: REASON, by: actor.id, at: clock() })
    const { netCents } = (await headOfMonth(db, of)).sums
    return {
      items: [
        valueRow('word', '生效', needsConfirmation ? '另一位管理员确认后' : '立即'),
        ...documentRows(before, '反结账后又可以修改'),
        ...changeRow('money', '净利：快照与现在', [snapshotNetCents, netCents]),
        valueRow('count', '快照版本', row.snapshotNo, { note: '原来的快照保留' }),
      ],
    }
  })
}

/** Rows for the records that closing locks and reopening unlocks. */
function documentRows(counts: DocumentCounts, note: string): Consequence[] {
  return [
    ...countRow('已出账的账单', counts.bills, { note }),
    ...countRow('收款和付款', counts.receipts, { note }),
    ...countRow('已通过的报销单', counts.claims, { note }),
    ...countRow('员工工资', counts.paySheets, { note }),
    ...countRow('手工项', counts.manualLines, { note }),
    ...countRow('店铺日数据', counts.storeDays, { note }),
    ...countRow('工作日志', counts.worklogs, { note }),
  ]
}
