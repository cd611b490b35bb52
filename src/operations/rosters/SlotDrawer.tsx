import { Button, Drawer } from 'antd'
import { Link } from 'react-router'
import { type Assignment, storeAssignments } from '#clients/stores/assignments/contract.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { duty, type Gap, type StoreWeek } from '#operations/duty/contract.ts'
import { type Cell, type SlotPlace, slotKey } from '#operations/duty/slots/rules.ts'
import { candidateReason } from '#operations/duty/ui/candidateReason.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { absenceText } from './AttentionPanel.tsx'
import { standInOf } from './attentionItems.ts'
import { daysText, dayText } from './dayText.tsx'
import type { Work } from './RosterScreen.tsx'
import { namesIn } from './SlotOf.tsx'
import './drawer.css'

interface Props {
  place: SlotPlace | null
  work: Work
  onClose: () => void
}

/** A store's shift on a day: who is on duty and why, who could stand in, and what the reader may do about it. */
export function SlotDrawer({ place, work, onClose }: Props) {
  const shifts = useShifts()
  // The slot may be in another week, or its store beyond the rows that are shown.
  const stores = useCall(
    duty.stores,
    { from: place?.on ?? work.now, storeId: place?.storeId },
    { enabled: place !== null, messagePlace: 'inPage' },
  )
  const values = place && {
    day: dayText(place.on, work.now),
    shift: shifts.nameOf(place.shift, place.on),
  }
  return (
    <Drawer
      open={place !== null}
      onClose={onClose}
      size="min(480px, 100vw)"
      placement={endSide()}
      title={values && t('{day} {shift}', values)}
    >
      {place && (
        <Loaded call={stores}>
          {({ stores: [store], people }) =>
            store ? (
              <SlotView place={place} store={store} names={namesIn(people)} work={work} />
            ) : (
              <p>{t('您看不到这家店铺，或它已经停止服务。')}</p>
            )
          }
        </Loaded>
      )}
    </Drawer>
  )
}

interface ViewProps {
  place: SlotPlace
  store: StoreWeek
  names: ReadonlyMap<number, string>
  work: Work
}

function SlotView({ place, store, names, work }: ViewProps) {
  const shifts = useShifts()
  const { on, shift } = place
  const cell = store.cells.find((one) => one.on === on && one.shift === shift)
  const gap = work.week.gaps.get(slotKey(place))
  const row = shifts.rowOf(shift, on)
  const call = useCall(
    storeAssignments.list,
    { storeId: [store.id], on, pageSize: 100 },
    { messagePlace: 'inPage' },
  )
  return (
    <div className="duty-drawer">
      <p className="duty-store">
        <Link to={`/store-management/${store.id}`}>{store.name}</Link>
        <small>
          {[t(platformNames[store.platform]), row && t('{from} 至 {to}', { from: row.from, to: row.to })]
            .filter(Boolean)
            .join(' · ')}
        </small>
      </p>
      <NeedLine cell={cell} store={store} work={work} />
      <Loaded call={call}>
        {({ items }) => (
          <>
            <OnDuty place={place} cell={cell} names={names} assignments={items} work={work} />
            <NotThere place={place} cell={cell} assignments={items} work={work} />
          </>
        )}
      </Loaded>
      {gap && work.rights === 'all' && <Candidates gap={gap} work={work} />}
      {work.rights === 'all' && (
        <p>
          <Button
            onClick={() =>
              work.open.openDialog({
                kind: 'assign',
                storeId: store.id,
                shift,
                on: on < work.now ? work.now : on,
              })
            }
          >
            {t('分配客服')}
          </Button>
        </p>
      )}
    </div>
  )
}

function NeedLine({ cell, store, work }: { cell: Cell | undefined; store: StoreWeek; work: Work }) {
  const need = cell?.need ?? 0
  const there = cell?.people.length ?? 0
  const tone = there < need ? 'duty-red' : undefined
  return (
    <p className="duty-need">
      <span className={tone}>
        {there === 0 && need > 0
          ? t('无人，需要 {n} 人', { n: need })
          : t('在岗 {n} 人，需要 {need} 人', { n: there, need })}
      </span>
      {work.rights === 'all' && (
        <Button type="link" size="small" onClick={() => work.open.openNeeds(store)}>
          {t('每班要几个人')}
        </Button>
      )}
    </p>
  )
}

interface PartProps {
  place: SlotPlace
  cell: Cell | undefined
  assignments: readonly Assignment[]
  work: Work
}

/** Who is on duty, and why: the assignment, the roster, or in whose place. */
function OnDuty({ place, cell, names, assignments, work }: PartProps & { names: ViewProps['names'] }) {
  const shifts = useShifts()
  if (!cell || cell.people.length === 0) return null
  return (
    <section>
      <h3>{t('在岗')}</h3>
      <ul>
        {cell.people.map(({ staffId, duty: task, assigned, insteadOf }) => {
          const assignment = assignments.find((one) => one.staffId === staffId && one.shift === assigned)
          const why = [
            t(dutyNames[task]),
            insteadOf !== null && t('替{name}', { name: names.get(insteadOf) ?? '' }),
            assigned !== place.shift &&
              t('分配是{shift}，按排班在这个班', { shift: shifts.nameOf(assigned, place.on) }),
          ]
          return (
            <li key={staffId}>
              <div>
                <strong>{names.get(staffId) ?? ''}</strong>
                <small>{why.filter(Boolean).join(t('，'))}</small>
              </div>
              {assignment && <Acts assignment={assignment} place={place} work={work} />}
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Who is assigned to this shift and is not there. */
function NotThere({ place, cell, assignments, work }: PartProps) {
  const there = new Set(cell?.people.map(({ staffId }) => staffId))
  const replaced = new Set(cell?.people.map(({ insteadOf }) => insteadOf))
  const absent = assignments.filter(({ shift, staffId }) => shift === place.shift && !there.has(staffId))
  if (absent.length === 0) return null
  return (
    <section>
      <h3>{t('分配在这个班，当天不在')}</h3>
      <ul>
        {absent.map((assignment) => (
          <li key={assignment.id}>
            <div>
              <strong>{assignment.staffName}</strong>
              <small>{replaced.has(assignment.staffId) ? t('已有人替') : t('休息、请假或排了别的班')}</small>
            </div>
            {!replaced.has(assignment.staffId) && <Acts assignment={assignment} place={place} work={work} />}
          </li>
        ))}
      </ul>
    </section>
  )
}

interface ActsProps {
  assignment: Assignment
  place: SlotPlace
  work: Work
}

function Acts({ assignment, place, work }: ActsProps) {
  const { id } = useUser()
  const { rights, open, now } = work
  const { on, shift } = place
  const isOwn = assignment.staffId === id
  if (rights === 'none' || (rights === 'own' && !isOwn) || on < now) return null
  const substitute = () => open.openDialog({ kind: 'substitute', assignment, shift, on })
  return (
    <div className="duty-acts">
      <Button type="link" size="small" onClick={substitute}>
        {rights === 'own' ? t('找人替班') : t('安排替班')}
      </Button>
      {rights === 'all' && (
        <>
          <Button
            type="link"
            size="small"
            onClick={() => open.openDialog({ kind: 'change', assignment, on })}
          >
            {t('调整或转交')}
          </Button>
          <Button
            type="link"
            size="small"
            danger
            onClick={() => open.openDialog({ kind: 'end', assignment })}
          >
            {t('结束')}
          </Button>
        </>
      )}
    </div>
  )
}

/** Who could stand in, the best first; one press accepts. */
function Candidates({ gap, work }: { gap: Gap; work: Work }) {
  const shifts = useShifts()
  const { accepting, now } = work
  return (
    <section>
      <h3>{t('谁可以替')}</h3>
      <p className="duty-quiet">
        {[
          absenceText(gap, shifts.nameOf(gap.shift, gap.days[0])),
          gap.days.length > 1 &&
            t('替班 {days}，共 {n} 天。', { days: daysText(gap.days, now), n: gap.days.length }),
        ]
          .filter(Boolean)
          .join('')}
      </p>
      {gap.candidates.length === 0 && <p>{t('小组里没有可以替的人。')}</p>}
      <ul>
        {gap.candidates.map((candidate) => (
          <li key={candidate.staffId}>
            <div>
              <strong>{candidate.name}</strong>
              {candidate.staffId === gap.proposed?.staffId && <em>{t('建议')}</em>}
              <small>{candidateReason(candidate, gap.days.length)}</small>
            </div>
            <Button
              size="small"
              loading={accepting.isPending}
              aria-label={t('选{name}替班', { name: candidate.name })}
              onClick={() => accepting.run([standInOf(gap, candidate)].filter((one) => one !== null))}
            >
              {t('选这个人')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
