import { formatRate } from '#kit/format.ts'
import './Values.css'

/**
 * Basis points as `97.84%`; `bad` shows it in red (below its target, above its limit); null (no denominator) is `-`.
 */
export function Rate(props: { bp: number | null | undefined; places?: 0 | 1 | 2; bad?: boolean }) {
  return <bdi className={props.bad ? 'value-negative' : undefined}>{formatRate(props.bp, props.places)}</bdi>
}
