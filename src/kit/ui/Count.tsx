import { formatCount } from '#kit/format.ts'
import './Values.css'

/** A count as `18,737`, with its unit in grey if there is one; null is `-`. */
export function Count({ value, unit }: { value: number | null | undefined; unit?: string }) {
  return (
    <bdi>
      {formatCount(value)}
      {unit && typeof value === 'number' && <small className="value-unit">{unit}</small>}
    </bdi>
  )
}
