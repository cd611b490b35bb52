import type { Bill } from '#billing/customer-bills/contract.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** Whether a bill was issued although something was missing. */
export const isIncomplete = ({ status, missingReason }: Pick<Bill, 'status' | 'missingReason'>): boolean =>
  status !== 'draft' && missingReason !== null

/** 缺数据出账, of a bill that was; nothing of others. */
export function MissingTag({ bill }: { bill: Pick<Bill, 'status' | 'missingReason'> }) {
  return isIncomplete(bill) ? <StatusTag tone="orange" label={t('缺数据出账')} /> : null
}
