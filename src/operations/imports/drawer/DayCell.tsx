import { DatePicker } from 'antd'
import dayjs from 'dayjs'
import { addDays, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { MAX_DAYS_BACK } from '#operations/imports/rules.ts'
import type { FileEntry } from './rules.ts'
import { needsDay } from './rules.ts'

interface Props {
  entry: FileEntry
  onChoose: (on: string) => void
}

/**
 * The day of a file. A day from a column is fixed, a day from the file name can be changed, and a missing day must be
 * chosen. A choice uploads the file again.
 */
export function DayCell({ entry, onChoose }: Props) {
  const { preview, file, phase, name } = entry
  if (!preview) return <>-</>
  const isNeeded = needsDay(preview)
  const fixed = preview.onFrom === 'column' || !file || phase === 'writing'
  if (fixed && !isNeeded) return <Days entry={entry} />
  if (!file) return <>-</>
  const now = today(() => new Date())
  return (
    <span className={isNeeded ? 'import-field import-field-need' : 'import-field import-field-quiet'}>
      <DatePicker
        className="wide-control"
        value={preview.on ? dayjs(preview.on) : null}
        minDate={dayjs(addDays(now, -MAX_DAYS_BACK))}
        maxDate={dayjs(now)}
        allowClear={false}
        placeholder={t('选择日期')}
        aria-label={t('{name} 的日期', { name })}
        suffixIcon={<Icon name="calendar" size={14} />}
        onChange={(day) => day && onChoose(day.format('YYYY-MM-DD'))}
      />
    </span>
  )
}

function Days({ entry: { preview } }: { entry: FileEntry }) {
  const days = [...new Set(preview?.groups.flatMap(({ on }) => on ?? []) ?? [])].toSorted()
  const [first] = days
  const last = days.at(-1)
  if (!first || !last) return <>-</>
  if (first === last) return <>{first}</>
  return (
    <span title={t('{from} 至 {to}', { from: first, to: last })}>
      {t('{from} 至 {to}', { from: first.slice(5), to: last.slice(5) })}
    </span>
  )
}
