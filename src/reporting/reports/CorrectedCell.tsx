import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'

interface Props {
  value: number | null
  /** Days of the number that were corrected by hand. */
  days?: number
}

/** A number that somebody corrected by hand, or that has such a day in it. */
export function CorrectedCell({ value, days }: Props) {
  return (
    <>
      <CorrectedMark days={days} />
      {formatCount(value)}
    </>
  )
}

/** 已更正, before a number. */
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

/** The same as a sign, in a column that has no room for the word. */
export function CorrectedSign() {
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

/** The same for an export, and to be chosen. */
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
