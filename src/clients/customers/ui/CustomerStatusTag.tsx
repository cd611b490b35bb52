import type { Customer } from '#clients/customers/contract.ts'
import { statusNames, statusTones } from '#clients/customers/rules.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** 试用, 合作中, 暂停 or 已流失. */
export function CustomerStatusTag({ status }: Pick<Customer, 'status'>) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}
