import { MOST_VOUCHERS } from '#billing/vouchers/contract.ts'
import { t } from '#kit/text.ts'
import { ChosenFiles } from '#kit/ui/files/ChosenFiles.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'

interface Props extends Omit<ControlProps, 'value' | 'onChange'> {
  value?: unknown
  onChange?: (files: readonly File[]) => void
}

/** The papers of what is only being booked: they are sent once it stands. */
export function VoucherField({ id, value, onChange }: Props) {
  return (
    <ChosenFiles
      id={id}
      files={filesIn(value)}
      most={MOST_VOUCHERS}
      onChange={(files) => onChange?.(files)}
    />
  )
}

/** What was chosen there. */
export const filesIn = (value: unknown) => (value ?? []) as readonly File[]

/** What may be chosen, as a sentence under the field. */
export const vouchersHint = () =>
  t('可选。jpg、png、pdf，每个不超过 10 MB，最多 {n} 个；登记后上传。', { n: MOST_VOUCHERS })
