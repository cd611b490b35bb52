import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { CellEdit } from '#kit/ui/grid/history.ts'
import type { Place } from '#kit/ui/grid/sheet.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import type { SpecialDay } from '#operations/calendar-days/contract.ts'
import { Brushes } from './Brushes.tsx'
import { Cautions } from './Cautions.tsx'
import type { RosterEntry } from './contract.ts'
import type { RosterSelection } from './RosterBar.tsx'
import { dayTitle, RosterGrid } from './RosterGrid.tsx'
import type { RosterLogProps } from './RosterLog.tsx'
import type { Brush } from './usePainting.tsx'
import { usePainting } from './usePainting.tsx'
import { useWeekActions } from './useWeekActions.tsx'
import { useWeekExport } from './useWeekExport.tsx'
import type { WeekRow } from './week.ts'
import { parseEntries } from './week.ts'

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
  rows: readonly WeekRow[]
  /** Number of people in total; `rows` may contain fewer. */
  total: number
  specialDays: readonly SpecialDay[]
  onWrite: (cells: readonly DayEdit[]) => void
}

/** The editable week: brushes, grid and warnings. */
export function RosterWeek({ shown, week, rows, total, specialDays, onWrite }: Props) {
  const [problems, change] = useParsedEdits(rows, onWrite)
  const painting = usePainting((place, brush) => paint(rows, place, brush, onWrite))
  const loads = useLoads(shown.headId)
  const storesOf = (id: number) => loads && (loads.get(id)?.stores ?? 0)
  return (
    <>
      <WeekActions shown={shown} week={week} rows={rows} specialDays={specialDays} />
      <Brushes brush={painting.brush} onSelect={painting.setBrush} />
      <div className={painting.brush ? 'roster-painting' : undefined} {...painting.hand}>
        <Panel flush label={t('排班')}>
          <RosterGrid
            week={week}
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
function useParsedEdits(rows: readonly WeekRow[], onWrite: Props['onWrite']) {
  const [problems, setProblems] = useState<ReadonlyMap<number, Record<string, string>>>(new Map())
  const change = (edits: CellEdit[]) => {
    const found = new Map<number, Record<string, string>>()
    const cells = edits.flatMap(({ row, column, text }) => {
      const entries = parseEntries(text, t)
      const staffId = Number(row)
      if (!entries) {
        const message = t('“{text}”不是班次；请输入 1–6，或早、中、晚、夜、休、假', { text })
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
  rows,
  specialDays,
}: Pick<Props, 'shown' | 'week' | 'rows' | 'specialDays'>) {
  const hasPlan = rows.some(({ days }) => days.some(({ entries }) => entries.length > 0))
  const actions = useWeekActions(shown, hasPlan)
  const titles = week.map((on) => dayTitle(on, specialDays))
  const save = useWeekExport(week, titles, rows)
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
