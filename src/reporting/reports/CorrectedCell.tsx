import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'

interface Props {
  value: number | null
  /** Number of manually corrected days that the figure includes. */
  days?: number
}

/** A figure that was corrected manually, or that includes corrected days. */
export function CorrectedCell({ value, days }: Props) {
  return (
    <>
      <CorrectedMark days={days} />
      {formatCount(value)}
    </>
  )
}

/** The tag 已更正, before a figure. */
export function CorrectedMark({ days }: Pick<Props, 'days'>) {
  return (
    <small
      className="report-kind report-corrected"
      title={days === undefined ? t('手工更正过') : t('其中 {n} 天手工更正过', { n: days })}
    >
      {t('已更正')}
    </small>
  )
}

/** `CorrectedMark` as an icon, for narrow columns. */
export function CorrectedIcon() {
  return (
    <small
      className="report-corrected report-corrected-sign"
      role="img"
      aria-label={t('手工更正过')}
      title={t('手工更正过')}
    >
      <Icon name="edit" size={12} />
    </small>
  )
}

/** The same information for exports and as an optional column. */
export function correctedColumn(): Column<{ corrected: boolean }> {
  const names = { true: '已更正', false: '未更正' }
  return {
    key: 'corrected',
    title: t('手工更正'),
    width: 72,
    hidden: true,
    from: { field: 'corrected', names },
  }
}
