import { BILLS_PATH } from '#billing/customer-bills/ui/billsPath.tsx'
import { t } from '#kit/text.ts'
import type { Empty } from '#kit/ui/list/declare.tsx'

/** Instead of unpaid bills, if no bill was ever issued. */
export const notIssued = (): Empty => ({
  text: t('还没有出账'),
  hint: t('出账以后还没有收齐的账单，按客户和到期日列在这里。'),
  action: { label: t('去看账单'), to: BILLS_PATH },
})
