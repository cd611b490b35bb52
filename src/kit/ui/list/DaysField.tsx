import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import type { DateRangeProps } from '#kit/ui/DateRange.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import './DaysField.css'

// A calendar weighs as much as a table, and most who look at a list choose no days.
const DateRange = lazyPart<'DateRange', DateRangeProps>(() => import('#kit/ui/DateRange.tsx'), 'DateRange')

/** Two days of a search form: what is set, as plain fields; the calendar comes when somebody goes into them. */
export function DaysField(props: DateRangeProps) {
  const [wanted, setWanted] = useState(false)
  const plain = <PlainDays {...props} onWant={() => setWanted(true)} />
  if (!wanted) return plain
  return (
    <Suspense fallback={plain}>
      <DateRange {...props} autoFocus />
    </Suspense>
  )
}

function PlainDays({ id, value: [from, to], onWant }: DateRangeProps & { onWant: () => void }) {
  const field = { readOnly: true, autoComplete: 'off', onFocus: onWant }
  return (
    <div className="days-field" onPointerEnter={DateRange.preload}>
      <input {...field} id={id} value={from ?? ''} placeholder={t('开始日')} />
      <span>–</span>
      <input {...field} value={to ?? ''} placeholder={t('结束日')} aria-label={t('结束日')} />
      <Icon name="calendar" />
    </div>
  )
}
