import { t } from '#kit/text.ts'

/** A contact that the server has masked (138****8888); its title says so. */
export function Masked({ value }: { value: string | null | undefined }) {
  if (!value) return <>-</>
  return <bdi title={t('已脱敏')}>{value}</bdi>
}
