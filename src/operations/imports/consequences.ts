import { can } from '#access/can.ts'
import { IMPORT_STATEMENT_LIMIT_SECONDS } from '#db/statementLimits.ts'
import { setStatementTimeout } from '#db/statementTimeout.ts'
import { type Consequence, type Consequences, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import {
  type Cells,
  countDependents,
  type Dependents,
  type FigureDigests,
  findFigureDigests,
} from './settlingQueries.ts'

/** Returns what an undo changes in the figures of some stores and days: runs the undo and rolls it back. */
export async function undoConsequences(
  context: Context,
  cells: Cells,
  undo: (inner: Context) => Promise<void>,
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    await setStatementTimeout(inner.db, IMPORT_STATEMENT_LIMIT_SECONDS)
    const before = await findFigureDigests(inner.db, cells)
    await undo(inner)
    const after = await findFigureDigests(inner.db, cells)
    const dependents = await countDependents(inner.db, cells)
    return { items: [...figureRows(before, after), ...dependentRows(context, dependents)] }
  })
}

type FigureState = Awaited<ReturnType<typeof findFigureDigests>>

function figureRows(before: FigureState, after: FigureState): Consequence[] {
  const [agents, stores] = [
    countDifferences(before.agents, after.agents),
    countDifferences(before.stores, after.stores),
  ]
  return [
    ...countRow('客服的数据恢复为之前的数', agents.changed),
    ...countRow('客服的数据删除', agents.gone, { note: '导入之前没有这些数' }),
    ...countRow('店铺日数据恢复为之前的数', stores.changed),
    ...countRow('店铺日数据变为缺数据', stores.gone, { note: '导入之前没有这些数' }),
  ]
}

/** Counts the rows that are changed or new, and those that are gone. */
function countDifferences(before: FigureDigests, after: FigureDigests): { changed: number; gone: number } {
  const changed = [...after].filter(([key, digest]) => before.get(key) !== digest).length
  return { changed, gone: [...before.keys()].filter((key) => !after.has(key)).length }
}

function dependentRows(
  { actor }: Context,
  { stores, days, approvedLogs, drafts, issued }: Dependents,
): Consequence[] {
  const bills = can(actor, 'canChargeCustomer')
  return [
    valueRow('count', '涉及店铺', stores),
    valueRow('count', '涉及天数', days),
    ...countRow('涉及已通过的工作日志', approvedLogs, { note: '日志保持已通过' }),
    ...countRow('涉及草稿账单', bills ? drafts : 0, { note: '重新生成账单后按新数据计算' }),
    ...countRow('涉及已出账的账单', bills ? issued : 0, { note: '金额不变，差额列在“已出账与现算不符”' }),
  ]
}
