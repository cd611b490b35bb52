import { dutyNames } from '#clients/stores/assignments/rules.ts'
import { shiftNames } from '#clients/stores/rules.ts'
import { statusNames as claimNames } from '#finance/reimbursement-bills/rules.ts'
import { t } from '#kit/text.ts'
import { statusNames as logNames } from '#operations/worklogs/rules.ts'
import { entityNames } from '#platform/bulk-edits/rules.ts'
import { kindNames } from '#reporting/warnings/rules.ts'
import type { HandoverItem, HandoverKind } from './contract.ts'

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
export const pageOf = (item: HandoverItem) => pages[item.kind](item)

/** The display name of an item. */
export function nameOf({ kind, name }: HandoverItem): string {
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
export function noteOf({ kind, nick, shift, duty, day, until, text, status }: HandoverItem): string {
  const statusName = status && statuses[kind]?.[status]
  return [
    nick,
    shift && t(shiftNames[shift as keyof typeof shiftNames]),
    duty && t(dutyNames[duty as keyof typeof dutyNames]),
    statusName && t(statusName),
    kind !== 'view' && text,
    day && spanOf(kind, day, until),
  ]
    .filter(Boolean)
    .join(' · ')
}
