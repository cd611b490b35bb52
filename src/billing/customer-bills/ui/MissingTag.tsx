import type { Bill } from '#billing/customer-bills/contract.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** Whether the bill was issued with missing data. */
export const isIncomplete = ({ status, missingReason }: Pick<Bill, 'status' | 'missingReason'>): boolean =>
  status !== 'draft' && missingReason !== null

/** Tag 缺数据出账; null for other bills. */
export function MissingTag({ bill }: { bill: Pick<Bill, 'status' | 'missingReason'> }) {
  return isIncomplete(bill) ? <StatusTag tone="orange" label={t('缺数据出账')} /> : null
}
