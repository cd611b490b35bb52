import type { Bill } from '#billing/customer-bills/contract.ts'
import { statusNames, statusTones } from '#billing/customer-bills/rules.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** Status of a bill; red with the number of days if overdue. */
export function BillStatusTag({ bill }: { bill: Pick<Bill, 'status' | 'overdueDays'> }) {
  if (bill.overdueDays !== null) {
    return <StatusTag tone="red" label={t('逾期 {n} 天', { n: bill.overdueDays })} />
  }
  return <StatusTag tone={statusTones[bill.status]} label={t(statusNames[bill.status])} />
}
