import { formatCount } from '#kit/format.ts'
import './Values.css'

/** A number of things as `18,737`, with its unit in grey where one is given; nothing is `-`. */
export function Count({ value, unit }: { value: number | null | undefined; unit?: string }) {
  return (
    <bdi>
      {formatCount(value)}
      {unit && typeof value === 'number' && <small className="value-unit">{unit}</small>}
    </bdi>
  )
}
