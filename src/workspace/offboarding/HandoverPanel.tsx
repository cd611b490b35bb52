import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ROLES } from '#access/permissions.ts'
import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { statusNames as claimNames } from '#finance/reimbursement-bills/rules.ts'
import { joinFacts } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { statusNames as logNames } from '#operations/worklogs/rules.ts'
import { type Shifts, useShifts } from '#people/shifts/ui/useShifts.tsx'
import type { Staff } from '#people/staff/contract.ts'
import { StaffPicker } from '#people/staff/ui/StaffPicker.tsx'
import { entityNames } from '#platform/bulk-edits/rules.ts'
import { kindNames } from '#reporting/warnings/rules.ts'
import type { HandoverItem, HandoverKind } from './contract.ts'
import { endings, handoverNames, MAY_END, ONLY_ENDS } from './rules.ts'
import type { Handover, Successor } from './useHandover.tsx'

interface Props {
  kind: HandoverKind
  person: Staff
  items: readonly HandoverItem[]
  handover: Handover
}

/** All items of one kind. Selected or all items can be given to a successor in one step. */
export function HandoverPanel({ kind, person, items, handover }: Props) {
  const shifts = useShifts()
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const concerned = chosen.size > 0 ? items.filter(({ id }) => chosen.has(id)) : items
  const assignSelected = (successor: Successor) => {
    handover.assign(concerned, successor)
    setChosen(new Set())
  }
  const toggle = (id: number) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((one) => one !== id) : [...before, id]))
  return (
    <Panel
      flush
      title={t(handoverNames[kind])}
      hint={t('{done} / {n} 项已安排', { done: handover.settled(items), n: items.length })}
    >
      <SuccessorChoice
        kind={kind}
        person={person}
        words={selectionLabel(kind, chosen.size, items.length)}
        onChoose={assignSelected}
      />
      <ul className="handover-items">
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox
              aria-label={nameOf(item)}
              checked={chosen.has(item.id)}
              onChange={() => toggle(item.id)}
            />
            <div>
              <ItemName item={item} />
              <small>{noteOf(item, shifts)}</small>
            </div>
            <SuccessorTag kind={kind} successor={handover.successorOf(item)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** The label of the buttons: the selected items, or all. */
function selectionLabel(kind: HandoverKind, n: number, all: number): string {
  if (ONLY_ENDS.has(kind)) return n > 0 ? t('选中的 {n} 项', { n }) : t('全部 {n} 项', { n: all })
  return n > 0 ? t('选中的 {n} 项交给', { n }) : t('全部 {n} 项交给', { n: all })
}

function ItemName({ item }: { item: HandoverItem }) {
  const page = pageOf(item)
  return page === null ? <span>{nameOf(item)}</span> : <Link to={page}>{nameOf(item)}</Link>
}

interface SuccessorChoiceProps {
  kind: HandoverKind
  person: Staff
  words: string
  onChoose: (successor: Successor) => void
}

/** Chooses the successor; kinds that may end also have a button for that. */
function SuccessorChoice({ kind, person, words, onChoose }: SuccessorChoiceProps) {
  return (
    <div className="handover-give">
      <span>{words}</span>
      {!ONLY_ENDS.has(kind) && (
        <StaffPicker
          purpose={purposeOf(kind, person)}
          companyCode={person.companyCode}
          exceptId={person.id}
          aria-label={t('{what}交给谁', { what: t(handoverNames[kind]) })}
          placeholder={t('选择接手的人')}
          value={null}
          onChange={(toId, name = '') => toId && onChoose({ toId, name })}
        />
      )}
      {MAY_END.has(kind) && (
        <Button onClick={() => onChoose({ toId: null, name: '' })}>{endingOf(kind)}</Button>
      )}
    </div>
  )
}

const endingOf = (kind: HandoverKind) => t(endings[kind] ?? '直接结束')

function SuccessorTag({ kind, successor }: { kind: HandoverKind; successor: Successor | undefined }) {
  if (!successor) return <StatusTag tone="orange" label={t('还没安排')} />
  if (successor.toId === null) return <StatusTag tone="grey" label={endingOf(kind)} />
  return <StatusTag tone="green" label={t('交给{name}', { name: successor.name })} />
}

/** The purpose that selects possible successors. */
function purposeOf(kind: HandoverKind, { role }: Staff) {
  if (kind === 'assignment' || kind === 'nick') return 'agent'
  if (kind === 'store' || kind === 'question' || kind === 'view') return 'leader'
  if (kind === 'warning') return role === ROLES.agent ? 'leader' : 'reviewer'
  if (kind === 'member') return 'parent'
  return kind === 'customer' || role !== ROLES.agent ? 'owner' : 'leader'
}

const storePage = ({ recordId }: HandoverItem) => `/store-management/${recordId}`
const customerPage = ({ recordId }: HandoverItem) => `/customer-management/${recordId}`
const claimPage = ({ recordId }: HandoverItem) => `/reimbursement-bill-management/${recordId}`

const nowhere = () => null

const pages: Record<HandoverKind, (item: HandoverItem) => string | null> = {
  assignment: storePage,
  nick: storePage,
  nickClaim: storePage,
  store: storePage,
  customer: customerPage,
  followUp: customerPage,
  member: ({ recordId }) => `/user-management/${recordId}`,
  churnRecord: () => '/customer-lost-record',
  question: ({ recordId }) => `/store-worklog/figures?id=${recordId}`,
  warning: ({ recordId }) => `/weekly-warning-customer-report?warning=${recordId}`,
  view: nowhere,
  worklog: ({ recordId }) => `/store-worklog?log=${recordId}`,
  claim: claimPage,
  decision: claimPage,
  standIn: nowhere,
  import: () => '/store-worklog/imports',
  bulkEdit: () => '/account/settings?tab=bulk-edits',
  recordImport: () => '/account/settings?tab=record-imports',
}

/** The page of an item; null if there is none. */
const pageOf = (item: HandoverItem) => pages[item.kind](item)

/** The display name of an item. */
function nameOf({ kind, name }: HandoverItem): string {
  if (kind === 'worklog') return t('{day} 的日志', { day: name })
  if (kind === 'bulkEdit') return t('批量修改{kind}', { kind: t(entityNames[name as 'staff']) })
  return name
}

const standInNames = { standsIn: '为此人代审', absent: '由此人代审' } as const

/** The status names by kind, from each feature. */
const statuses: Partial<Record<HandoverKind, Readonly<Record<string, string>>>> = {
  worklog: logNames,
  claim: claimNames,
  warning: kindNames,
  standIn: standInNames,
}

/**
 * The period of an item. Without an end, assignments and nicks are shown as open-ended, other kinds as a single day.
 */
function spanOf(kind: HandoverKind, day: string, until: string | null | undefined): string {
  if (until) return t('{day} 至 {until}', { day, until })
  return kind === 'assignment' || kind === 'nick' || kind === 'nickClaim' ? t('{day} 起', { day }) : day
}

/** The details that distinguish items with the same name. */
function noteOf({ kind, nick, shift, duty, day, until, text, status }: HandoverItem, shifts: Shifts): string {
  const statusName = status && statuses[kind]?.[status]
  return joinFacts([
    nick,
    shift && shifts.nameOf(shift, day ?? undefined),
    duty && t(dutyNames[duty as keyof typeof dutyNames]),
    statusName && t(statusName),
    kind !== 'view' && text,
    day && spanOf(kind, day, until),
  ])
}
