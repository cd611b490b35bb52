import { t } from '#kit/text.ts'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import type { Staff } from '#people/staff/contract.ts'
import { statusNames } from '#people/staff/rules.ts'

const tones: Record<Staff['status'], Tone> = { active: 'green', disabled: 'orange', left: 'grey' }

/** The tag 在职, 停用 or 离职. */
export function StaffStatusTag({ status }: Pick<Staff, 'status'>) {
  return <StatusTag tone={tones[status]} label={t(statusNames[status])} />
}
