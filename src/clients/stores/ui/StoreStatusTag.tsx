import type { Store } from '#clients/stores/contract.ts'
import { statusNames, statusTones } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'

/** 待上线, 试单, 服务中, 暂停 or 已停止. */
export function StoreStatusTag({ status }: Pick<Store, 'status'>) {
  return <StatusTag tone={statusTones[status]} label={t(statusNames[status])} />
}
