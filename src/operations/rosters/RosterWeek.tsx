import { Button, Dropdown } from 'antd'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { CellEdit } from '#kit/ui/grid/history.ts'
import type { Place } from '#kit/ui/grid/sheet.ts'
import { placeOf } from '#kit/ui/grid/useMouse.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import type { SpecialDay } from '#operations/calendar-days/contract.ts'
import type { RosterEntry } from './contract.ts'
import { EntryMarks } from './EntryMark.tsx'
import type { EntryChoices } from './entries.ts'
import { dayTitle, RosterGrid } from './RosterGrid.tsx'
import type { RosterLogProps } from './RosterLog.tsx'
import { type Caution, MAX_WEEK_HOURS } from './rules.ts'
import type { RosterSelection } from './selection.tsx'
import { useWeekActions } from './useWeekActions.tsx'
import { countPeopleOn, numberKeyOf, parseEntries, type WeekRow } from './week.ts'

const RosterLog = lazyWindow<'RosterLog', RosterLogProps>(
  () => import('./RosterLog.tsx'),
  'RosterLog',
  ({ staffId }) => staffId !== undefined,
)

interface DayEdit {
  staffId: number
  on: string
  entries: RosterEntry[]
  seen: RosterEntry[]
}

interface Props {
  shown: RosterSelection
  week: readonly string[]
  choices: EntryChoices
  rows: readonly WeekRow[]
  /** Number of people in total; `rows` may contain fewer. */
  total: number
  specialDays: readonly SpecialDay[]
  onWrite: (cells: readonly DayEdit[]) => void
}

/** The editable week: brushes, grid and warnings. */
export function RosterWeek({ shown, week, choices, rows, total, specialDays, onWrite }: Props) {
  const [problems, change] = useParsedEdits(rows, choices, onWrite)
  const painting = usePainting((place, brush) => paint(rows, place, brush, onWrite))
  const loads = useLoads(shown.headId)
  const storesOf = (id: number) => loads && (loads.get(id)?.stores ?? 0)
  return (
    <>
      <WeekActions shown={shown} week={week} choices={choices} rows={rows} specialDays={specialDays} />
      <Brushes choices={choices} brush={painting.brush} onSelect={painting.setBrush} />
      <div className={painting.brush ? 'roster-painting' : undefined} {...painting.hand}>
        <Panel flush label={t('排班')}>
          <RosterGrid
            week={week}
            choices={choices}
            rows={rows}
            specialDays={specialDays}
            load={(id) => loads && loadText(loads.get(id))}
            problems={problems}
            onChange={change}
          />
          {total > rows.length && (
            <p className="roster-more">
              {t('共 {n} 人，只显示前 {shown} 人；请选择小组。', { n: total, shown: rows.length })}
            </p>
          )}
        </Panel>
      </div>
      <Cautions rows={rows} storesOf={storesOf} />
    </>
  )
}

/** Parses typed or pasted text into entries. Text that cannot be parsed stays in its cell with an error message. */
function useParsedEdits(rows: readonly WeekRow[], choices: EntryChoices, onWrite: Props['onWrite']) {
  const [problems, setProblems] = useState<ReadonlyMap<number, Record<string, string>>>(new Map())
  const change = (edits: CellEdit[]) => {
    const found = new Map<number, Record<string, string>>()
    const cells = edits.flatMap(({ row, column, text }) => {
      const entries = parseEntries(text, choices)
      const staffId = Number(row)
      if (!entries) {
        const message = t('“{text}”不是班次；请输入画笔上的数字，或{marks}', {
          text,
          marks: choices.all.map(({ mark }) => mark),
        })
        found.set(staffId, { ...found.get(staffId), [column]: message })
        return []
      }
      return [{ staffId, on: column, entries, seen: loadedEntries(rows, staffId, column) }]
    })
    setProblems(found)
    if (cells.length > 0) onWrite(cells)
  }
  return [problems, change] as const
}

const loadedEntries = (rows: readonly WeekRow[], staffId: number, on: string) =>
  rows.find(({ key }) => key === staffId)?.days.find((day) => day.on === on)?.entries ?? []

/** Paints the day at a place with the brush; column 0 is the name. */
function paint(rows: readonly WeekRow[], { row, column }: Place, brush: Brush, onWrite: Props['onWrite']) {
  const [line, entries] = [rows[row], brush === 'clear' ? [] : [brush]]
  const day = line?.days[column - 1]
  if (!line || !day || day.entries.join() === entries.join()) return
  onWrite([{ staffId: line.key, on: day.on, entries, seen: day.entries }])
}

function useLoads(headId: number | undefined) {
  const { data } = useCall(storeAssignments.loads, { headId }, { keepRows: true })
  return data && new Map(data.map((load) => [load.staffId, load]))
}

function loadText(load: { stores: number; dailyVolume: number | null } | undefined): string {
  if (!load) return t('无')
  const { stores, dailyVolume } = load
  return dailyVolume === null
    ? String(stores)
    : t('{n} · {volume} 人/天', { n: stores, volume: formatCount(dailyVolume) })
}

function WeekActions({
  shown,
  week,
  choices,
  rows,
  specialDays,
}: Pick<Props, 'shown' | 'week' | 'choices' | 'rows' | 'specialDays'>) {
  const hasPlan = rows.some(({ days }) => days.some(({ entries }) => entries.length > 0))
  const actions = useWeekActions(shown, hasPlan)
  const titles = week.map((on) => dayTitle(on, specialDays))
  const save = useWeekExport({ week, titles, choices, rows })
  const [logOf, setLogOf] = useOpenNumber('log')
  return (
    <PageActions>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'assignments', label: t('按店铺分配填'), onClick: () => actions.fill('assignments') },
            { key: 'log', label: t('改动记录'), onClick: () => setLogOf(rows[0]?.key) },
            { key: 'clear', label: t('清空这一周'), danger: true, onClick: () => void actions.empty() },
          ],
        }}
      >
        <Button icon={<Icon name="down" />}>{t('更多')}</Button>
      </Dropdown>
      <Button icon={<Icon name="download" />} onClick={() => void save()}>
        {t('导出')}
      </Button>
      <Button
        type="primary"
        icon={<Icon name="copy" />}
        loading={actions.isBusy}
        onClick={() => actions.fill('lastWeek')}
      >
        {t('复制上周')}
      </Button>
      <RosterLog agents={rows.map(({ agent }) => agent)} staffId={logOf} onChoose={setLogOf} />
    </PageActions>
  )
}

interface BrushesProps {
  choices: EntryChoices
  brush: Brush | null
  onSelect: (brush: Brush | null) => void
}

/** The shifts to paint into the week with the mouse. The number next to each is its key on the keyboard. */
function Brushes({ choices, brush, onSelect }: BrushesProps) {
  const toggle = (next: Brush) => onSelect(brush === next ? null : next)
  return (
    <div className="roster-brushes" role="toolbar" aria-label={t('班次画笔')}>
      {choices.all.map(({ entry, name }) => (
        <button key={entry} type="button" aria-pressed={brush === entry} onClick={() => toggle(entry)}>
          <EntryMarks choices={choices} entries={[entry]} />
          {name}
          <kbd>{numberKeyOf(entry, choices)}</kbd>
        </button>
      ))}
      <button type="button" aria-pressed={brush === 'clear'} onClick={() => toggle('clear')}>
        {t('清除')}
        <kbd>Del</kbd>
      </button>
      <span className="roster-hint">
        {brush
          ? t('在表格里点一下或拖动来填，按 Esc 放下画笔')
          : t('选一个班次后在表格里拖动来填；或直接在格子里输入数字，两个班次如 13')}
      </span>
    </div>
  )
}

interface CautionsProps {
  rows: readonly WeekRow[]
  /** Returns the number of stores assigned to a person today; undefined while unknown. */
  storesOf: (staffId: number) => number | undefined
}

/** Warnings about each person's week, which do not block saving; renders nothing if there are none. */
function Cautions({ rows, storesOf }: CautionsProps) {
  const lines = rows
    .map((row) => ({ row, sentences: cautionSentences(row, storesOf(row.agent.id)) }))
    .filter(({ sentences }) => sentences.length > 0)
  if (lines.length === 0) return null
  return (
    <Panel title={t('请留意')} hint={t('不妨碍保存')}>
      <ul className="roster-cautions">
        {lines.map(({ row, sentences }) => (
          <li key={row.key}>
            <strong>{row.agent.name}</strong>
            <span>{sentences.join(t('；'))}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function cautionSentences({ cautions, hours }: WeekRow, stores: number | undefined): string[] {
  return [...cautions.map(sentenceOf), ...(stores === 0 && hours > 0 ? [t('还没有分到店铺')] : [])]
}

function sentenceOf(caution: Caution): string {
  switch (caution.kind) {
    case 'hours':
      return t('本周 {n} 小时，超过 {most} 小时', { n: caution.hours, most: MAX_WEEK_HOURS })
    case 'noRest':
      return t('本周没有休息日')
    case 'shortRest':
      return t('{day} 与前一天的班次之间不足 8 小时', { day: caution.on.slice(5) })
  }
}

/** What the mouse paints: an entry, or `clear` to empty the day. */
type Brush = RosterEntry | 'clear'

/**
 * While a brush is selected, pressing the mouse on a day paints it, dragging paints more days, and Esc deselects the
 * brush. Without a brush, the grid handles the mouse.
 */
function usePainting(paint: (place: Place, brush: Brush) => void) {
  const [brush, setBrush] = useState<Brush | null>(null)
  const isDown = useRef(false)
  useEffect(() => {
    const release = () => {
      isDown.current = false
    }
    const deselect = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setBrush(null)
    }
    document.addEventListener('mouseup', release)
    document.addEventListener('keydown', deselect)
    return () => {
      document.removeEventListener('mouseup', release)
      document.removeEventListener('keydown', deselect)
    }
  }, [])
  const paintAt = (event: MouseEvent) => {
    const place = brush && placeOf(event.target)
    if (!brush || !place) return
    event.preventDefault()
    event.stopPropagation()
    if (isDown.current) paint(place, brush)
  }
  const handlers = {
    onMouseDownCapture: (event: MouseEvent) => {
      isDown.current = brush !== null && event.button === 0
      paintAt(event)
    },
    onMouseOverCapture: paintAt,
  }
  return { brush, setBrush, hand: handlers }
}

/** 导出: exports the week as displayed, one row per person. */
function useWeekExport({
  week,
  titles,
  choices,
  rows,
}: Pick<Props, 'week' | 'choices' | 'rows'> & { titles: readonly string[] }) {
  const save = useSheetExport()
  const columns: ExportColumn[] = [
    { title: t('客服'), type: 'text' },
    { title: t('组长'), type: 'text' },
    ...titles.map((title): ExportColumn => ({ title, type: 'text' })),
    { title: t('工时'), type: 'count' },
  ]
  return () =>
    save({
      list: 'list.rosters',
      module: t('排班'),
      columns,
      rows: rows.map((row) => valuesOf(row, choices)),
      totals: [t('在岗人数'), null, ...week.map((_, at) => peopleOnText(rows, at, choices)), null],
      filters: [t('{from} 至 {to}', { from: week[0] ?? '', to: week.at(-1) ?? '' })],
    })
}

/** The number of people on each shift of a day, a line per shift: 早班 3. */
function peopleOnText(rows: readonly WeekRow[], at: number, choices: EntryChoices): string {
  return choices.shifts
    .map(({ code }) => ({ shift: code, n: countPeopleOn(rows, at, code) }))
    .filter(({ n }) => n > 0)
    .map(({ shift, n }) => `${choices.of(shift).name} ${n}`)
    .join('\n')
}

function valuesOf({ agent, days, hours }: WeekRow, choices: EntryChoices) {
  const cells = days.map(({ entries }) => entries.map((entry) => choices.of(entry).name).join('+'))
  return [agent.name, agent.headName, ...cells, hours]
}
