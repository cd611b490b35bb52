import { Button } from 'antd'
import { can } from '#access/can.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { AttentionPanel } from './AttentionPanel.tsx'
import { proposalsIn } from './attentionItems.ts'
import { DayView } from './DayView.tsx'
import { DutyStrip } from './DutyStrip.tsx'
import { PeopleToday } from './PeopleToday.tsx'
import { PersonDrawer } from './PersonDrawer.tsx'
import { PersonWeekTable } from './PersonWeekTable.tsx'
import { Legend, RosterBar } from './RosterBar.tsx'
import { SlotDrawer } from './SlotDrawer.tsx'
import { StoreWeekTable } from './StoreWeekTable.tsx'
import { type Rights, type RosterSelection, useRights, useSelection } from './selection.tsx'
import { type Accepting, useAccept } from './useAccept.tsx'
import { type DutyWeek, useDutyWeek } from './useDutyWeek.tsx'
import { useWindows, type Windows } from './useWindows.tsx'
import { WeekSkeleton } from './WeekSkeleton.tsx'
import './roster.css'

/** The planning grid: most visits only look at the week. */
const RosterPlan = lazyPart(() => import('./RosterPlan.tsx'), 'RosterPlan')

/** What the parts of the screen share. */
export interface Work {
  shown: RosterSelection
  onChange: (change: Partial<RosterSelection>) => void
  week: DutyWeek
  rights: Rights
  open: Windows
  accepting: Accepting
  /** Today. */
  now: string
}

/**
 * 排班: which store is served by whom on which day and shift, by store or by person, and what is to be done about it.
 * Members see their own stores and week, and hand over their own shifts.
 */
export function RosterScreen() {
  const [shown, onChange] = useSelection()
  const rights = useRights()
  const phone = usePhone()
  const { open, shown: windows, slot, person, closePerson } = useWindows()
  const week = useDutyWeek(shown)
  const names = new Map(week.attention?.data?.gaps.map(({ storeId, storeName }) => [storeId, storeName]))
  const accepting = useAccept((id) => names.get(id) ?? '')
  const now = today(() => new Date())
  const work: Work = { shown, onChange, week, rights, open, accepting, now }
  const editing = shown.editing && rights === 'all' && !phone
  return (
    <>
      {!editing && <Actions {...work} />}
      {week.attention && !phone && <DutyStrip attention={week.attention} headId={shown.headId} />}
      {editing ? (
        <RosterPlan shown={shown} onChange={onChange} />
      ) : phone ? (
        <DayView {...work} />
      ) : (
        <WeekView {...work} />
      )}
      <SlotDrawer place={slot} work={work} onClose={() => open.openSlot(null)} />
      <PersonDrawer place={person} work={work} onClose={closePerson} />
      {windows}
    </>
  )
}

/** 接受 n 条建议 is the act of the page; it is absent if nothing is proposed. */
function Actions({ onChange, week, rights, open, accepting }: Work) {
  const user = useUser()
  const phone = usePhone()
  const items = week.items.filter((item) => proposalsIn([item]).length > 0)
  const mayPlan = rights === 'all' && !phone
  return (
    <PageActions>
      {rights === 'own' && can(user, 'canReportWorklog') && (
        <Button onClick={() => open.requestLeave({})}>{t('申请请假')}</Button>
      )}
      {mayPlan && (
        <Button icon={<Icon name="edit" />} onClick={() => onChange({ by: 'person', editing: true })}>
          {t('编辑排班')}
        </Button>
      )}
      {rights === 'all' && !phone && items.length > 0 && (
        <Button
          type="primary"
          loading={accepting.isPending}
          onClick={() => accepting.run(proposalsIn(items).slice(0, MAX_ACCEPTED))}
        >
          {t('接受 {n} 条建议', { n: items.length })}
        </Button>
      )}
    </PageActions>
  )
}

/** Limit of one request. */
const MAX_ACCEPTED = 200

function WeekView(work: Work) {
  const { shown, onChange, week } = work
  return (
    <div className={week.attention ? 'duty duty-with-aside' : 'duty'}>
      <div>
        <Panel flush label={t('排班')} className="duty-week">
          <RosterBar shown={shown} onChange={onChange} />
          {shown.by === 'store' ? (
            <Loaded call={week.stores} skeleton={<WeekSkeleton />}>
              {(data) => <StoreWeekTable data={data} work={work} />}
            </Loaded>
          ) : (
            <Loaded call={week.people} skeleton={<WeekSkeleton />}>
              {(data) => <PersonWeekTable data={data} work={work} />}
            </Loaded>
          )}
          <Legend />
        </Panel>
        {shown.by === 'person' && week.attention && <PeopleToday headId={shown.headId} />}
      </div>
      {week.attention && <AttentionPanel work={work} call={week.attention} />}
    </div>
  )
}
