import type { StoreOdd } from './odds.ts'
import { oddText } from './oddTexts.ts'

/** What is unusual about a store: red below its target, else orange; a line each. */
export function OddNotes({ odds }: { odds: readonly StoreOdd[] }) {
  return odds.map((odd) => (
    <small key={oddText(odd)} className={odd.kind === 'low' ? 'log-odd log-odd-low' : 'log-odd'}>
      {oddText(odd)}
    </small>
  ))
}
