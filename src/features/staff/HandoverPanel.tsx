import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ROLES } from '#access/permissions.ts'
import { dutyNames } from '#features/store-assignments/rules.ts'
import { shiftNames } from '#features/stores/rules.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { Staff } from './contract.ts'
import type { HandoverItem, HandoverKind } from './contractHandover.ts'
import { handoverNames, MAY_END } from './rulesOfHandover.ts'
import { StaffPicker } from './StaffPicker.tsx'
import type { Handover, Heir } from './useHandover.tsx'

interface Props {
  kind: HandoverKind
  person: Staff
  items: readonly HandoverItem[]
  handover: Handover
}

/** All of one kind that a person has: some or all of it goes to somebody at once. */
export function HandoverPanel({ kind, person, items, handover }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set())
  const concerned = chosen.size > 0 ? items.filter(({ id }) => chosen.has(id)) : items
  const give = (heir: Heir) => {
    handover.give(concerned, heir)
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
      <Giving
        kind={kind}
        person={person}
        words={
          chosen.size > 0
            ? t('选中的 {n} 项交给', { n: chosen.size })
            : t('全部 {n} 项交给', { n: items.length })
        }
        give={give}
      />
      <ul className="handover-items">
        {items.map((item) => (
          <li key={item.id}>
            <Checkbox aria-label={item.name} checked={chosen.has(item.id)} onChange={() => toggle(item.id)} />
            <div>
              <Link to={pageOf(item)}>{item.name}</Link>
              <small>{noteOf(item)}</small>
            </div>
            <HeirTag kind={kind} heir={handover.heirOf(item)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

interface GivingProps {
  kind: HandoverKind
  person: Staff
  words: string
  give: (heir: Heir) => void
}

/** To whom it goes; what may simply end has a button for that. */
function Giving({ kind, person, words, give }: GivingProps) {
  return (
    <div className="handover-give">
      <span>{words}</span>
      {kind !== 'import' && (
        <StaffPicker
          purpose={purposeOf(kind, person)}
          companyCode={person.companyCode}
          exceptId={person.id}
          aria-label={t('{what}交给谁', { what: t(handoverNames[kind]) })}
          placeholder={t('选择接手的人')}
          value={null}
          onChange={(toId, name = '') => toId && give({ toId, name })}
        />
      )}
      {MAY_END.has(kind) && <Button onClick={() => give({ toId: null, name: '' })}>{endingOf(kind)}</Button>}
    </div>
  )
}

const endingOf = (kind: HandoverKind) => (kind === 'import' ? t('作废') : t('直接结束'))

function HeirTag({ kind, heir }: { kind: HandoverKind; heir: Heir | undefined }) {
  if (!heir) return <StatusTag tone="orange" label={t('还没安排')} />
  if (heir.toId === null) return <StatusTag tone="grey" label={endingOf(kind)} />
  return <StatusTag tone="green" label={t('交给{name}', { name: heir.name })} />
}

/** Who can go on with it. */
function purposeOf(kind: HandoverKind, { role }: Staff) {
  if (kind === 'assignment' || kind === 'nick') return 'agent'
  if (kind === 'store') return 'leader'
  if (kind === 'member') return 'parent'
  return kind === 'customer' || role !== ROLES.agent ? 'owner' : 'leader'
}

const pages: Record<HandoverKind, (item: HandoverItem) => string> = {
  assignment: ({ recordId }) => `/store-management/${recordId}`,
  nick: ({ recordId }) => `/store-management/${recordId}`,
  store: ({ recordId }) => `/store-management/${recordId}`,
  customer: ({ recordId }) => `/customer-management/${recordId}`,
  followUp: ({ recordId }) => `/customer-management/${recordId}`,
  member: ({ recordId }) => `/user-management/${recordId}`,
  churnRecord: () => '/customer-lost-record',
  import: () => '/store-worklog/imports',
}

const pageOf = (item: HandoverItem) => pages[item.kind](item)

/** What tells one thing from another of the same name. */
function noteOf({ nick, shift, duty, day, until, text }: HandoverItem): string {
  return [
    nick,
    shift && t(shiftNames[shift as keyof typeof shiftNames]),
    duty && t(dutyNames[duty as keyof typeof dutyNames]),
    text,
    day && (until ? t('{day} 至 {until}', { day, until }) : day),
  ]
    .filter(Boolean)
    .join(' · ')
}
