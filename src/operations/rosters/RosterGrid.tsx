import type { ReactNode } from 'react'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { GridColumn } from '#kit/ui/grid/declare.tsx'
import { Grid } from '#kit/ui/grid/Grid.tsx'
import type { CellEdit } from '#kit/ui/grid/history.ts'
import type { SpecialDay } from '#operations/calendar-days/contract.ts'
import { EntryMarks } from './EntryMark.tsx'
import type { EntryChoices } from './entries.ts'
import { countPeopleOn, formatEntries, type WeekRow } from './week.ts'

/** Describes a person's current load, for a column of the grid. */
export type LoadText = (staffId: number) => string | undefined

interface Props {
  week: readonly string[]
  choices: EntryChoices
  rows: readonly WeekRow[]
  specialDays: readonly SpecialDay[]
  load: LoadText
  /** Error messages for text that could not be parsed, by person and day. */
  problems: ReadonlyMap<number, Record<string, string>>
  onChange: (edits: CellEdit[]) => void
}

/** The week as an editable grid: a row per person, a column per day. */
export function RosterGrid({ week, choices, rows, specialDays, load, problems, onChange }: Props) {
  return (
    <Grid
      label={t('排班')}
      rows={rows}
      columns={[
        nameColumn(),
        ...week.map((on, at) => dayColumn(on, at, specialDays, choices)),
        ...endColumns(load),
      ]}
      problems={problems}
      totals={totalsOf(week, rows, choices)}
      onChange={onChange}
    />
  )
}

function nameColumn(): GridColumn<WeekRow> {
  return {
    key: 'name',
    title: t('客服'),
    width: 132,
    names: true,
    text: ({ agent }) => agent.name,
    render: ({ agent }) => (
      <span className="roster-name" title={agent.name}>
        {agent.name}
        <small>{agent.headName ? t('{name}组', { name: agent.headName }) : t('组长')}</small>
      </span>
    ),
  }
}

/** The title of a day: 周五 05-01 休. */
export function dayTitle(on: string, specialDays: readonly SpecialDay[]): string {
  const special = specialDays.find((day) => day.on === on)
  const mark = special ? (special.kind === 'holiday' ? t('休') : t('班')) : ''
  return [formatWeekday(on), on.slice(5), mark].filter(Boolean).join(' ')
}

function dayColumn(
  on: string,
  at: number,
  specialDays: readonly SpecialDay[],
  choices: EntryChoices,
): GridColumn<WeekRow> {
  const special = specialDays.find((day) => day.on === on)
  const dayOf = ({ days }: WeekRow) => days[at]
  return {
    key: on,
    title: dayTitle(on, specialDays),
    width: 92,
    isOpen: () => true,
    ...(special && {
      hint: special.kind === 'holiday' ? special.name : t('{name}调休上班', { name: special.name }),
    }),
    text: (row) => formatEntries(dayOf(row)?.entries ?? [], choices),
    renderOpen: (row) => {
      const day = dayOf(row)
      return (
        <span className="grid-field roster-field">
          <EntryMarks choices={choices} entries={day?.entries ?? []} />
          <EntryMarks choices={choices} entries={day?.assigned ?? []} assumed />
        </span>
      )
    },
  }
}

function endColumns(load: LoadText): GridColumn<WeekRow>[] {
  return [
    {
      key: 'hours',
      title: t('工时'),
      width: 64,
      align: 'end',
      text: ({ hours }) => String(hours),
      render: ({ hours, cautions }) => (
        <span className={cautions.length > 0 ? 'roster-hours roster-caution' : 'roster-hours'}>{hours}</span>
      ),
    },
    {
      key: 'load',
      title: t('店铺'),
      width: 116,
      align: 'end',
      hint: t('今天分到的店铺数，和这些店铺按占比折算的日均咨询人数'),
      text: ({ agent }) => load(agent.id) ?? '',
    },
  ]
}

/** Counts the people on each shift, by day. */
function totalsOf(
  week: readonly string[],
  rows: readonly WeekRow[],
  choices: EntryChoices,
): Record<string, ReactNode> {
  const shifts = choices.shifts.map(({ code }) => code)
  const ofDay = (at: number) => (
    <span className="roster-totals">
      {shifts
        .map((shift) => ({ shift, n: countPeopleOn(rows, at, shift) }))
        .filter(({ n }) => n > 0)
        .map(({ shift, n }) => (
          <span key={shift}>
            <EntryMarks choices={choices} entries={[shift]} />
            {n}
          </span>
        ))}
    </span>
  )
  return { name: t('在岗人数'), ...Object.fromEntries(week.map((on, at) => [on, ofDay(at)])) }
}
