import { can } from '#access/can.ts'
import { allowStatements, IMPORT_STATEMENT_SECONDS } from '#db/patience.ts'
import { dryRun } from '#kit/attempt.ts'
import type { Consequence, Consequences } from '#kit/consequences.ts'
import { some, what } from '#kit/consequences.ts'
import type { Context } from '#kit/serve.ts'
import type { Resting, Standing } from './queriesOfConsequences.ts'
import { countResting, readStanding } from './queriesOfConsequences.ts'
import type { Cells } from './queriesOfSettling.ts'

/** Returns what an undo changes in the figures of some stores and days: runs the undo and rolls it back. */
export async function undoConsequences(
  context: Context,
  cells: Cells,
  undo: (inner: Context) => Promise<void>,
): Promise<Consequences> {
  return dryRun(context, async (inner) => {
    await allowStatements(inner.db, IMPORT_STATEMENT_SECONDS)
    const before = await readStanding(inner.db, cells)
    await undo(inner)
    const after = await readStanding(inner.db, cells)
    const resting = await countResting(inner.db, cells)
    return { items: [...figureRows(before, after), ...restingRows(context, resting)] }
  })
}

type Figures = Awaited<ReturnType<typeof readStanding>>

function figureRows(before: Figures, after: Figures): Consequence[] {
  const [agents, stores] = [compared(before.agents, after.agents), compared(before.stores, after.stores)]
  return [
    ...some('客服的数据恢复为之前的数', agents.changed),
    ...some('客服的数据删除', agents.gone, { note: '导入之前没有这些数' }),
    ...some('店铺日数据恢复为之前的数', stores.changed),
    ...some('店铺日数据变为缺数据', stores.gone, { note: '导入之前没有这些数' }),
  ]
}

/** Counts the rows that are changed or new, and those that are gone. */
function compared(before: Standing, after: Standing): { changed: number; gone: number } {
  const changed = [...after].filter(([key, digest]) => before.get(key) !== digest).length
  return { changed, gone: [...before.keys()].filter((key) => !after.has(key)).length }
}

function restingRows(
  { actor }: Context,
  { stores, days, approvedLogs, drafts, issued }: Resting,
): Consequence[] {
  const bills = can(actor, 'canChargeCustomer')
  return [
    what('count', '涉及店铺', stores),
    what('count', '涉及天数', days),
    ...some('涉及已通过的工作日志', approvedLogs, { note: '日志保持已通过' }),
    ...some('涉及草稿账单', bills ? drafts : 0, { note: '重新生成账单后按新数据计算' }),
    ...some('涉及已出账的账单', bills ? issued : 0, { note: '金额不变，差额列在“已出账与现算不符”' }),
  ]
}
