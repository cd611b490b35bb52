import { formatPoints, formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import './Values.css'

interface Props {
  /** Relative change in basis points; with `points`, the difference of two rates. */
  bp: number | null | undefined
  points?: boolean
  /** Set only if a limit of the business was crossed (a fall of 40 % or more, …). */
  bad?: boolean
  /** Shown instead of the percentage: `2 秒`. */
  text?: string
}

/**
 * ▲▼ and the size of a change. The triangle shows the direction and is no judgement: it is black until a limit is
 * crossed.
 */
export function Change({ bp, points, bad, text }: Props) {
  if (bp === null || bp === undefined) return <span className="change change-none">-</span>
  const size = Math.abs(bp)
  const words = text ?? (points ? formatPoints(size) : formatRate(size, 1))
  return (
    <span className={bad ? 'change change-bad' : 'change'}>
      {bp > 0 && <Triangle label={t('升')} path="M4 1l3.5 6h-7z" />}
      {bp < 0 && <Triangle label={t('降')} path="M4 7L.5 1h7z" />}
      {bp === 0 && !text ? t('持平') : words}
    </span>
  )
}

function Triangle({ label, path }: { label: string; path: string }) {
  return (
    <svg viewBox="0 0 8 8" role="img" aria-label={label}>
      <path d={path} />
    </svg>
  )
}
