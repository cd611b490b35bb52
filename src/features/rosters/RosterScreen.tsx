import { useSearchParams } from 'react-router'
import { reachOf } from '#access/can.ts'
import { isDay, mondayOf, today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { rosters } from './contract.ts'
import type { Shown } from './RosterBar.tsx'
import { RosterBar } from './RosterBar.tsx'
import { RosterCards } from './RosterCards.tsx'
import { RosterWeek } from './RosterWeek.tsx'
import { useWeekEdits } from './useWeekEdits.tsx'
import { rowsOf, weekOf } from './week.ts'
import './roster.css'

/** 每周排班: who works which shift on which day of a week. A head writes it, an agent reads the own one. */
export function RosterScreen() {
  const user = useUser()
  const phone = usePhone()
  const reach = reachOf(user, 'canAssignStore')
  const [shown, setShown] = useShown()
  const input = { from: shown.monday, headId: shown.headId }
  const call = useCall(rosters.week, input, { keepRows: true, skipErrorHandler: true })
  const edits = useWeekEdits(call.refetch)
  const { data } = call
  const rows = data ? rowsOf(data, edits.wanted) : []
  const week = weekOf(data?.monday ?? shown.monday)
  const writes = reach !== 'own' && !user.viewer && !phone
  return (
    <>
      <RosterBar
        shown={shown}
        choosesTeam={reach === 'all' || reach === 'company'}
        told={edits.isSaving ? t('正在保存') : ''}
        onChange={setShown}
      />
      {call.error && <ErrorState error={call.error} onRetry={() => void call.refetch()} />}
      {!call.error && !data && <Waiting />}
      {!call.error && data && rows.length === 0 && <None />}
      {!call.error && data && rows.length > 0 && !writes && (
        <RosterCards rows={rows} specialDays={data.specialDays} />
      )}
      {!call.error && data && rows.length > 0 && writes && (
        <RosterWeek
          shown={shown}
          week={week}
          rows={rows}
          total={data.agentTotal}
          specialDays={data.specialDays}
          onWrite={edits.write}
        />
      )}
    </>
  )
}

function Waiting() {
  return (
    <Panel>
      <TextSkeleton rows={10} />
    </Panel>
  )
}

function None() {
  return (
    <Panel>
      <EmptyState text={t('这一周没有可排班的客服')} hint={t('换一个小组；新来的客服从入职那一周起出现。')} />
    </Panel>
  )
}

/** What the roster shows is kept in the address. */
function useShown(): [Shown, (change: Partial<Shown>) => void] {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const shown: Shown = {
    monday: mondayOf(isDay(week) ? week : today(() => new Date())),
    headId: Number(params.get('headId')) || undefined,
  }
  const change = (changes: Partial<Shown>) => {
    const { monday, headId } = { ...shown, ...changes }
    setParams({ week: monday, ...(headId && { headId: String(headId) }) }, { preventScrollReset: true })
  }
  return [shown, change]
}
