import { BillSums } from '#billing/customer-bills/BillSums.tsx'
import { billColumnsOfCustomer } from '#billing/customer-bills/billColumns.tsx'
import { customerBills } from '#billing/customer-bills/contract.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'

/** Bills of a customer and its stores, with totals. */
export function CustomerBillsPanel({ customerId }: { customerId: number }) {
  return (
    <ListPage
      endpoint={customerBills.list}
      name={t('账单')}
      fixed={{ customerId: [customerId] }}
      heading={{ title: t('账单') }}
      columns={billColumnsOfCustomer()}
      summary={({ answer }) => <BillSums sums={answer?.sums} />}
      empty={{ text: t('这位客户还没有账单'), hint: t('月份结束后，在客户账单里提出。') }}
    />
  )
}
