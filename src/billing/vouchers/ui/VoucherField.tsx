import { MAX_VOUCHERS } from '#billing/vouchers/contract.ts'
import { t } from '#kit/text.ts'
import { ChosenFiles } from '#kit/ui/files/ChosenFiles.tsx'
import type { ControlProps } from '#kit/ui/form/declare.tsx'

interface Props extends Omit<ControlProps, 'value' | 'onChange'> {
  value?: unknown
  onChange?: (files: readonly File[]) => void
}

/** Chooses voucher files in a form; they are uploaded after the form is saved. */
export function VoucherField({ id, value, onChange }: Props) {
  return (
    <ChosenFiles id={id} files={filesIn(value)} max={MAX_VOUCHERS} onChange={(files) => onChange?.(files)} />
  )
}

/** The files in a value of `VoucherField`. */
export const filesIn = (value: unknown) => (value ?? []) as readonly File[]

/** Hint below the field: allowed types, size and number. */
export const vouchersHint = () =>
  t('可选。jpg、png、pdf，每个不超过 10 MB，最多 {n} 个；登记后上传。', { n: MAX_VOUCHERS })
