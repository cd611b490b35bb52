import { t } from '#kit/text.ts'

/** A contact that left the server masked (138****8888); to a screen reader it says so. */
export function Masked({ value }: { value: string | null | undefined }) {
  if (!value) return <>-</>
  return <bdi title={t('已脱敏')}>{value}</bdi>
}
