import { t } from '#kit/text.ts'
import './States.css'

/** A grey bar as wide as the expected text. */
export function Bone({ width = '100%', height }: { width?: number | string; height?: number }) {
  return <span className="bone" style={{ width, height }} />
}

/** Placeholder for lines of text that are loading. */
export function TextSkeleton({ rows = 5 }: { rows?: number }) {
  return (
    <div className="bones" role="status" aria-label={t('加载中')}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <Bone key={row} width={`${92 - ((row * 17) % 40)}%`} />
      ))}
    </div>
  )
}

/** Placeholder for a strip of figures that is loading. */
export function FiguresSkeleton({ count = 4 }: { count?: number }) {
  return (
    <div className="bones-figures" role="status" aria-label={t('加载中')}>
      {Array.from({ length: count }, (_, place) => place).map((place) => (
        <div key={place} className="bones-figure">
          <Bone width={72} />
          <Bone width={112} height={24} />
          <Bone width={96} />
        </div>
      ))}
    </div>
  )
}
