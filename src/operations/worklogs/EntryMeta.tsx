import { InputNumber } from 'antd'
import { memo } from 'react'
import { useSearchParams } from 'react-router'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { SelectField } from '#kit/ui/choice/SelectField.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { shiftTimes, useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { WorklogDay } from './contractDay.ts'
import type { Entry } from './entry.ts'
import { statusNames, statusTones } from './rules.ts'
import type { EntryState } from './useEntry.tsx'

interface Props {
  day: WorklogDay
  hours: number | null
  hasProblem: boolean
  editable: boolean
  change: EntryState['change']
}

/** The day, the log's status, its shift, and the hours, which default to those of the shift. */
export const EntryMeta = memo(({ day, hours, hasProblem, editable, change }: Props) => {
  return (
    <TouchSize>
      <div className="entry-meta">
        <h2>
          {day.on === day.today ? t('今天，{day}', { day: day.on.slice(5) }) : day.on} {formatWeekday(day.on)}
        </h2>
        <Status log={day.worklog} />
        <ShiftChoice day={day} />
        <span className="entry-times">{timesText(day)}</span>
        <span className="entry-pair entry-pair-end">
          <label htmlFor="entry-hours" className="entry-required">
            {t('工时')}
          </label>
          <InputNumber
            id="entry-hours"
            className="entry-hours"
            min={0}
            max={24}
            step={0.5}
            mode="spinner"
            precision={1}
            suffix={t('小时')}
            value={hours}
            disabled={!editable}
            status={hasProblem ? 'error' : undefined}
            aria-invalid={hasProblem}
            onChange={(value) => change((now: Entry) => ({ ...now, hours: halfHours(value) }))}
          />
        </span>
      </div>
    </TouchSize>
  )
})

function Status({ log }: { log: WorklogDay['worklog'] }) {
  if (!log) return <StatusTag tone="grey" label={t('未填写')} />
  return <StatusTag tone={statusTones[log.status]} label={t(statusNames[log.status])} />
}

/** When the shift begins and ends, and whether it is the rostered one. */
function timesText({ times: { from, to }, shifts, shift, off }: WorklogDay): string {
  const isRostered = shifts.some((one) => one.shift === shift && one.rostered)
  if (isRostered) return t('{from}–{to}，照排班', { from, to })
  return off === null ? t('{from}–{to}，与排班不同', { from, to }) : t('{from}–{to}，未排班', { from, to })
}

function halfHours(hours: number | null): number | null {
  return hours === null ? null : Math.round(hours * 2) / 2
}

/** The shift of the log; choosing another shift opens another log. */
function ShiftChoice({ day }: { day: WorklogDay }) {
  const [, setParams] = useSearchParams()
  const shifts = useShifts()
  const byShift = new Map(day.shifts.map((one) => [one.shift, one]))
  const options = shifts.choicesOn(day.on, undefined, [...byShift.keys(), day.shift]).map((choice) => {
    const one = byShift.get(choice.value)
    const row = shifts.rowOf(choice.value, day.on)
    const mark = one?.worklogId ? t('有日志') : one?.rostered ? t('已排班') : ''
    return { ...choice, title: [choice.label, row && shiftTimes(row), mark].filter(Boolean).join(' ') }
  })
  return (
    <span className="entry-pair">
      <label htmlFor="entry-shift">{t('班次')}</label>
      <SelectField
        none="fixed"
        id="entry-shift"
        className="entry-shift"
        value={day.shift}
        options={options}
        onChange={(shift) => setParams({ on: day.on, shift })}
      />
    </span>
  )
}
