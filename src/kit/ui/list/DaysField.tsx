import { t } from '#kit/text.ts'
import { PlainRange } from '#kit/ui/choice/PlainRange.tsx'
import type { DateRangeProps } from '#kit/ui/DateRange.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'

// A calendar is as large as a table, and most users of a list choose no days.
const DateRange = lazyPart<'DateRange', DateRangeProps>(() => import('#kit/ui/DateRange.tsx'), 'DateRange')

/** A range of two days in a search form. */
export function DaysField(props: DateRangeProps) {
  return (
    <PlainRange
      id={props.id}
      value={props.value}
      placeholder={[t('开始日'), t('结束日')]}
      preload={DateRange.preload}
    >
      <DateRange {...props} autoFocus />
    </PlainRange>
  )
}
