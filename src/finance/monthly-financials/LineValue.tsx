import { changeBp } from '#kit/rates.ts'
import { Change } from '#kit/ui/Change.tsx'
import type { MonthResult } from './contract.ts'
import type { Line } from './monthLines.ts'
import { lineText } from './monthTexts.tsx'

/** Value of a line; negative values are red. */
export function LineValue({ line, value }: { line: Line; value: number | null }) {
  return <bdi className={(value ?? 0) < 0 ? 'value-negative' : undefined}>{lineText(line, value)}</bdi>
}

interface Props {
  line: Line
  now: MonthResult
  before: MonthResult | undefined
}

/** Change of a line against another month: in percent, for rates in points. */
export function LineChange({ line, now, before }: Props) {
  const [a, b] = [line.value(now), before ? line.value(before) : null]
  if (a === null || b === null) return <Change bp={null} />
  return line.type === 'rate' ? <Change bp={a - b} points /> : <Change bp={changeBp(a, b)} />
}
