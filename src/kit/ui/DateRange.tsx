import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { addDays, type Day, today } from '#kit/calendar.ts'
import { type DaysWord, defaultWords, spanOf, wordNames, wordsWithin } from '#kit/relativeDays.ts'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './DateRange.css'

export type DayRange = readonly [from: Day | undefined, to: Day | undefined]

export interface DateRangeProps {
  value: DayRange
  /** `word` is set if the days were chosen by name: the name stands for other days tomorrow. */
  onChange: (range: DayRange, word?: DaysWord) => void
  /** Maximum span in days; longer ones cannot be chosen, and the field shows the maximum. */
  maxDays?: number
  /** False disables the days after today. */
  future?: boolean
  clearable?: boolean
  /** Named spans instead of the usual ones. */
  presets?: readonly DaysWord[]
  id?: string
  placeholder?: [string, string]
  /** Focuses the field and opens it when it is first rendered. */
  autoFocus?: boolean
}

/** A range of days, both included, with the usual presets; weeks begin on Monday. */
export function DateRange({
  value,
  onChange,
  maxDays,
  future = true,
  clearable = true,
  ...rest
}: DateRangeProps) {
  const now = today(() => new Date())
  const [from, to] = value
  const words = wordsWithin(rest.presets ?? defaultWords(future), maxDays ?? Number.POSITIVE_INFINITY, now)
  const presets = words.map((word) => presetOf(word, now, onChange))
  return (
    <DatePicker.RangePicker
      className="date-range"
      id={rest.id ? { start: rest.id } : undefined}
      value={[toDayjs(from), toDayjs(to)]}
      onChange={(days) => {
        // A preset passes its own dayjs object; equal days from the calendar are other objects.
        const named = presets.find(({ value: [first] }) => first === days?.[0])
        if (named) named.choose()
        else onChange([toDay(days?.[0]), toDay(days?.[1])])
      }}
      presets={presets}
      autoFocus={rest.autoFocus}
      defaultOpen={rest.autoFocus}
      allowClear={clearable}
      allowEmpty={[clearable, clearable]}
      placeholder={rest.placeholder ?? [t('开始日'), t('结束日')]}
      separator="–"
      suffixIcon={<Icon name="calendar" />}
      maxDate={future ? undefined : dayjs(now)}
      disabledDate={
        maxDays ? (day, info) => isTooFar(day.format('YYYY-MM-DD'), info.from, maxDays) : undefined
      }
      renderExtraFooter={maxDays ? () => t('最多 {n} 天', { n: maxDays }) : undefined}
    />
  )
}

/**
 * A named span. The picker reports no change if its days are selected already, so the button reports the name itself.
 */
function presetOf(word: DaysWord, now: Day, onChange: DateRangeProps['onChange']) {
  const { from, to } = spanOf(word, now)
  const choose = () => onChange([from, to], word)
  const label = (
    <button type="button" className="date-preset" tabIndex={-1} onClick={choose}>
      {t(wordNames[word])}
    </button>
  )
  return { choose, label, value: [dayjs(from), dayjs(to)] as [dayjs.Dayjs, dayjs.Dayjs] }
}

function toDayjs(day: Day | undefined): dayjs.Dayjs | null {
  return day ? dayjs(day) : null
}

function toDay(day: dayjs.Dayjs | null | undefined): Day | undefined {
  return day?.format('YYYY-MM-DD')
}

function isTooFar(day: Day, from: dayjs.Dayjs | undefined, maxDays: number): boolean {
  if (!from) return false
  const start = from.format('YYYY-MM-DD')
  return day > addDays(start, maxDays - 1) || day < addDays(start, 1 - maxDays)
}
