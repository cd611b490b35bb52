import { Button } from 'antd'
import type * as z from 'zod'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { rosters } from './contract.ts'
import { RosterBar } from './RosterBar.tsx'
import { RosterWeek } from './RosterWeek.tsx'
import type { RosterSelection } from './selection.tsx'
import { useEntries } from './useEntries.tsx'
import { useWeekEdits } from './useWeekEdits.tsx'
import { rowsOf, weekOf } from './week.ts'

interface Props {
  shown: RosterSelection
  onChange: (change: Partial<RosterSelection>) => void
}

/** 编辑排班: the roster of the people as a grid, in the place of the week by person. */
export function RosterPlan({ shown, onChange }: Props) {
  const { monday, headId } = shown
  const call = useCall(rosters.week, { from: monday, headId }, { keepRows: true, messagePlace: 'inPage' })
  const edits = useWeekEdits(call.refetch)
  return (
    <>
      <div className="roster-plan-bar">
        <RosterBar
          shown={shown}
          status={edits.isSaving ? t('正在保存') : t('每一格改完自动保存')}
          onChange={onChange}
        />
        <Button onClick={() => onChange({ editing: false })}>{t('完成编辑')}</Button>
      </div>
      <Loaded call={call} skeleton={<PlanSkeleton />} panel>
        {(data) => <Plan shown={shown} data={data} edits={edits} />}
      </Loaded>
    </>
  )
}

interface PlanProps {
  shown: RosterSelection
  data: z.output<(typeof rosters)['week']['output']>
  edits: ReturnType<typeof useWeekEdits>
}

function Plan({ shown, data, edits }: PlanProps) {
  const week = weekOf(data.monday)
  const choices = useEntries(data.monday, week.at(-1) ?? data.monday)
  const rows = rowsOf(data, edits.edited, choices.shifts)
  if (rows.length === 0) return <NoAgents />
  return (
    <RosterWeek
      shown={shown}
      week={week}
      choices={choices}
      rows={rows}
      total={data.agentTotal}
      specialDays={data.specialDays}
      onWrite={edits.write}
    />
  )
}

function PlanSkeleton() {
  return (
    <Panel>
      <TextSkeleton rows={10} />
    </Panel>
  )
}

function NoAgents() {
  return (
    <Panel>
      <EmptyState text={t('这一周没有可排班的客服')} hint={t('换一个小组；新来的客服从入职那一周起出现。')} />
    </Panel>
  )
}
