import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import type { WorklogCalendar } from './contractDay.ts'
import { dayNames } from './rules.ts'

/** 导出: exports the displayed month, a row per person, a column per day. */
export function useCalendarExport({ month, days, agents }: WorklogCalendar) {
  const save = useSheetExport()
  const columns: ExportColumn[] = [
    { title: t('客服'), type: 'text' },
    { title: t('组长'), type: 'text' },
    { title: t('未交'), type: 'count' },
    { title: t('应交'), type: 'count' },
    ...days.map((on): ExportColumn => ({ title: `${on.slice(5)} ${formatWeekday(on)}`, type: 'text' })),
  ]
  return () =>
    save({
      ...{ list: 'list.worklogs.calendar', module: t('谁没交'), columns },
      period: month,
      filters: [t('月份：{month}', { month })],
      rows: agents.map((agent) => rowOf(agent, days)),
    })
}

function rowOf({ name, headName, open, expected, days }: WorklogCalendar['agents'][number], all: string[]) {
  const states = new Map(days.map(({ on, state }) => [on, state]))
  const stateTexts = all.map((on) => {
    const state = states.get(on)
    return state && t(dayNames[state])
  })
  return [name, headName, open, expected, ...stateTexts]
}
