import { hideStoreSalary } from '#access/can.ts'
import { statusNames as customerStatusNames } from '#clients/customers/rules.ts'
import { readService } from '#clients/stores/queries.ts'
import { statusNames as storeStatusNames } from '#clients/stores/rules.ts'
import type { Day } from '#kit/calendar.ts'
import type { Consequence, Consequences } from '#kit/consequences.ts'
import { changeRow, countRow, valueRow } from '#kit/consequences.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import type { Context } from '#kit/serve.ts'
import { getChurnPage } from './churnPage.ts'
import type { ChurnPage } from './contract.ts'
import { confirm, readerOf } from './steps.ts'

/** The changes that confirming a loss would make, from a dry run. */
export async function confirmationConsequences(
  context: Context,
  { id, stopOn }: { id: number; stopOn: Day },
): Promise<Consequences> {
  return dryRunInTransaction(context, async (inner) => {
    const before = await getChurnPage(inner.db, readerOf(inner), id)
    const of = { customerId: before.customerId, storeId: before.storeId }
    const serviceBefore = await readService(inner.db, of, stopOn)
    // The user chooses the reason later; it does not affect any figure.
    const after = await confirm(inner, { id, version: before.version, stopOn, reason: 'other' })
    const service = await readService(inner.db, of, stopOn)
    return {
      items: [
        ...stateRow(before, after),
        ...countRow('停止服务的店铺', serviceBefore.liveStores - service.liveStores),
        ...countRow('结束的客服分配', serviceBefore.assignments - service.assignments),
        ...(hideStoreSalary(inner.actor)
          ? []
          : [
              ...proposalRow('建议收取的当月服务费', serviceBefore.billCents, service.billCents),
              ...proposalRow('建议退还的当月服务费', serviceBefore.refundCents, service.refundCents),
              ...snapshotRows(after),
            ]),
      ],
    }
  })
}

function stateRow(before: ChurnPage, after: ChurnPage): Consequence[] {
  if (before.subject === 'customer') {
    const of = ({ customerStatus }: ChurnPage) => customerStatusNames[customerStatus]
    return changeRow('word', '客户状态', [of(before), of(after)])
  }
  const of = ({ stores: [store] }: ChurnPage) => (store ? storeStatusNames[store.status] : null)
  return changeRow('word', '店铺状态', [of(before), of(after)])
}

const proposalRow = (label: string, before: number, after: number): Consequence[] =>
  after === before ? [] : [valueRow('money', label, after - before)]

/** The amounts that the snapshot will contain. */
function snapshotRows({ snapshot }: ChurnPage): Consequence[] {
  const note = '留在快照里'
  return snapshot
    ? [
        valueRow('money', '失去的月费', snapshot.monthlyFeeCents ?? null, { note }),
        valueRow('money', '还没收的账款', snapshot.unpaidCents ?? null, { note }),
      ]
    : []
}
