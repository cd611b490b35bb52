import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { Customer } from './contract.ts'
import { statusNames, statusTones } from './rules.ts'

/** 试用, 合作中, 暂停 or 已流失. */
export function CustomerStatusTag({ status }: Pick<Customer, 'status'>) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}
