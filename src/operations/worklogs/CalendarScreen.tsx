import { App, Button } from 'antd'
import { useSearchParams } from 'react-router'
import { reachOf } from '#access/can.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { formatWeekday } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { ExportColumn } from '#kit/ui/list/workbook.ts'
import { MonthStep } from '#kit/ui/MonthStep.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useSheetExport } from '#kit/ui/useSheetExport.tsx'
import { TeamPicker } from '#people/staff/ui/TeamPicker.tsx'
import { CalendarTable } from './CalendarTable.tsx'
import { type WorklogCalendar, worklogCalendar } from './contractDay.ts'
import { dayNames } from './rules.ts'
import { lateDays } from './shifts.ts'
import './calendar.css'

const thisMonth = () => monthOf(today(() => new Date()))

/** 谁没交: a month of each agent whose logs the user reviews. One click reminds all agents with open days. */
export function CalendarScreen() {
  const [params, setParams] = useSearchParams()
  const month = params.get('month') ?? thisMonth()
  const headId = Number(params.get('headId')) || undefined
  const hasTeams = reachOf(useUser(), 'canReviewWorklog') !== 'team'
  const set = (key: string, value: string | undefined) =>
    setParams((before) => {
      const after = new URLSearchParams(before)
      if (value === undefined) after.delete(key)
      else after.set(key, value)
      return after
    })
  const call = useCall(
    worklogCalendar.calendar,
    { month, ...(headId && { headId }) },
    { keepRows: true, messagePlace: 'inPage' },
  )
  const remind = useRemind()
  return (
    <Panel
      title={<MonthStep month={month} last={thisMonth()} onChange={(next) => set('month', next)} />}
      actions={
        <>
          {hasTeams && <TeamPicker value={headId} onChange={(id) => set('headId', id?.toString())} />}
          {call.data && <ExportButton data={call.data} />}
          {call.data && <RemindAll data={call.data} remind={remind} />}
        </>
      }
      label={t('谁没交')}
      flush
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(data) => <CalendarContent data={data} remind={remind} />}
      </Loaded>
    </Panel>
  )
}

export type Remind = ReturnType<typeof useRemind>

/** Sends reminders and shows the result. */
function useRemind() {
  const { message } = App.useApp()
  const action = useAction(worklogCalendar.remind)
  const send = async (staffIds: number[]) => {
    const { results } = await action.mutateAsync({ staffIds })
    const reminded = results.filter(({ problem }) => problem === null)
    const [refused] = results.filter(({ problem }) => problem !== null)
    if (reminded.length > 0) void message.success(t('已提醒 {n} 人', { n: reminded.length }))
    else if (refused) void message.warning(refused.problem)
  }
  return { send: (staffIds: number[]) => void send(staffIds), busy: action.isPending }
}

function CalendarContent({ data, remind }: { data: WorklogCalendar; remind: Remind }) {
  if (data.agents.length > 0) return <CalendarTable data={data} remind={remind} />
  return <EmptyState text={t('这个月没有需要写日志的人')} />
}

function ExportButton({ data }: { data: WorklogCalendar }) {
  const save = useCalendarExport(data)
  return (
    <Button icon={<Icon name="download" />} disabled={data.agents.length === 0} onClick={() => void save()}>
      {t('导出')}
    </Button>
  )
}

function RemindAll({ data, remind }: { data: WorklogCalendar; remind: Remind }) {
  const late = data.agents.filter(({ days }) => lateDays(days, data.today).length > 0)
  return (
    <Button
      type="primary"
      disabled={late.length === 0}
      loading={remind.busy}
      onClick={() => remind.send(late.map(({ id }) => id).slice(0, 200))}
    >
      {t('提醒全部（{n} 人）', { n: late.length })}
    </Button>
  )
}

/** 导出: exports the displayed month, a row per person, a column per day. */
function useCalendarExport({ month, days, agents }: WorklogCalendar) {
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
      list: 'list.worklogs.calendar',
      module: t('谁没交'),
      columns,
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
