import { formatMoney } from '#kit/format.ts'
import './Values.css'

/** An amount in 分 as `¥15,800.00`; a negative one is red, null is `-`. */
export function Money({ cents }: { cents: number | null | undefined }) {
  return <bdi className={(cents ?? 0) < 0 ? 'value-negative' : undefined}>{formatMoney(cents)}</bdi>
}
