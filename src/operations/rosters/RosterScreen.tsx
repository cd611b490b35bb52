import { Button } from 'antd'
import { Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type * as z from 'zod'
import { reachOf } from '#access/can.ts'
import { AssignmentBoard } from '#clients/stores/ui/AssignmentBoard.tsx'
import { isDay, mondayOf, today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { SpecialDay } from '#operations/calendar-days/contract.ts'
import { rosters } from './contract.ts'
import { EntryMarks } from './EntryMark.tsx'
import { RosterBar, type RosterSelection } from './RosterBar.tsx'
import { dayTitle } from './RosterGrid.tsx'
import type { RosterLogProps } from './RosterLog.tsx'
import { RosterWeek } from './RosterWeek.tsx'
import { useWeekEdits } from './useWeekEdits.tsx'
import { rowsOf, type WeekRow, weekOf } from './week.ts'
import './roster.css'

/**
 * 排班: the store view shows who serves each store on which days; the person view shows each person's shifts and stores.
 * Team heads edit both. Agents read their own week and hand over their own shifts.
 */
export function RosterScreen() {
  const reach = reachOf(useUser(), 'canAssignStore')
  const [shown, setShown] = useSelection()
  const { monday, by, headId, keyword } = shown
  const call = useCall(
    rosters.week,
    { from: monday, headId },
    { keepRows: true, messagePlace: 'inPage', enabled: by === 'person' },
  )
  const edits = useWeekEdits(call.refetch)
  return (
    <>
      <RosterBar
        shown={shown}
        choosesTeam={reach === 'all' || reach === 'company'}
        status={edits.isSaving ? t('正在保存') : ''}
        onChange={setShown}
      />
      {by === 'person' && (
        <>
          <Loaded call={call} skeleton={<WeekSkeleton />} panel>
            {(data) => <Week shown={shown} data={data} edits={edits} />}
          </Loaded>
          <h2 className="roster-heading">{t('每人负责的店铺')}</h2>
        </>
      )}
      <Suspense fallback={<WeekSkeleton />}>
        <AssignmentBoard
          monday={monday}
          by={by === 'store' ? 'store' : 'agent'}
          headId={headId}
          keyword={by === 'store' ? keyword : ''}
        />
      </Suspense>
    </>
  )
}

interface WeekProps {
  shown: RosterSelection
  data: z.output<(typeof rosters)['week']['output']>
  edits: ReturnType<typeof useWeekEdits>
}

/** Users who may plan get the grid; agents, viewers and phones get cards. */
function Week({ shown, data, edits }: WeekProps) {
  const user = useUser()
  const phone = usePhone()
  const rows = rowsOf(data, edits.edited)
  if (rows.length === 0) return <NoAgents />
  const canEdit = reachOf(user, 'canAssignStore') !== 'own' && !user.viewer && !phone
  if (!canEdit) return <RosterCards rows={rows} specialDays={data.specialDays} />
  return (
    <RosterWeek
      shown={shown}
      week={weekOf(data.monday)}
      rows={rows}
      total={data.agentTotal}
      specialDays={data.specialDays}
      onWrite={edits.write}
    />
  )
}

function WeekSkeleton() {
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

/** Stores the selection in the query string. */
function useSelection(): [RosterSelection, (change: Partial<RosterSelection>) => void] {
  const [params, setParams] = useSearchParams()
  const week = params.get('week') ?? ''
  const shown: RosterSelection = {
    monday: mondayOf(isDay(week) ? week : today(() => new Date())),
    by: params.get('by') === 'store' ? 'store' : 'person',
    headId: Number(params.get('headId')) || undefined,
    keyword: params.get('keyword') ?? '',
  }
  const change = (changes: Partial<RosterSelection>) => {
    const { monday, by, headId, keyword } = { ...shown, ...changes }
    const next = { week: monday, by, ...(headId && { headId: String(headId) }), ...(keyword && { keyword }) }
    setParams(next, { preventScrollReset: true })
  }
  return [shown, change]
}

const RosterLog = lazyWindow<'RosterLog', RosterLogProps>(
  () => import('./RosterLog.tsx'),
  'RosterLog',
  ({ staffId }) => staffId !== undefined,
)

interface RosterCardsProps {
  rows: readonly WeekRow[]
  specialDays: readonly SpecialDay[]
}

/** The week read-only: a card per person, with seven days side by side. For phones, and for a person's own roster. */
function RosterCards({ rows, specialDays }: RosterCardsProps) {
  const now = today(() => new Date())
  const [logOf, setLogOf] = useOpenNumber('log')
  return (
    <div className="roster-cards">
      {rows.map(({ key, agent, days, hours }) => (
        <Panel
          key={key}
          title={agent.name}
          hint={t('{n} 小时', { n: hours })}
          actions={
            <Button type="link" size="small" onClick={() => setLogOf(key)}>
              {t('改动记录')}
            </Button>
          }
        >
          <ol className="roster-days">
            {days.map(({ on, entries, assigned }) => (
              <li key={on} className={on === now ? 'roster-today' : undefined}>
                <span className="roster-day">
                  {dayTitle(on, specialDays)
                    .split(' ')
                    .map((part) => (
                      <span key={part}>{part}</span>
                    ))}
                </span>
                <span className="roster-marks">
                  <EntryMarks entries={entries} />
                  <EntryMarks entries={assigned} assumed />
                  {entries.length + assigned.length === 0 && <span className="roster-none">–</span>}
                </span>
              </li>
            ))}
          </ol>
        </Panel>
      ))}
      <RosterLog agents={rows.map(({ agent }) => agent)} staffId={logOf} onChoose={setLogOf} />
    </div>
  )
}
