import type { ChurnStatus } from '#clients/churn-records/contract.ts'
import { statusNames, statusTones } from '#clients/churn-records/rules.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** 挽留中, 已流失, 已召回 or 已撤销. */
export function ChurnStatusTag({ status }: { status: ChurnStatus }) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}
