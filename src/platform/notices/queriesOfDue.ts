import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import type { Day } from '#kit/calendar.ts'
import { daysBetween } from '#kit/calendar.ts'
import type { NewNotice } from './queries.ts'

/** Days for which an overdue follow-up is still announced, since the server may have been down. */
const LATE_DAYS = 7

/** Notices to the assignees of open follow-ups that are due on or before a day. */
export async function followUpsDue(db: Database, on: Day, at: Date): Promise<NewNotice[]> {
  const rows = await db
    .selectFrom('followUp')
    .innerJoin('customer', 'customer.id', 'followUp.customerId')
    .select(['followUp.id', 'followUp.companyCode', 'followUp.assigneeId', 'followUp.dueOn', 'followUp.text'])
    .select('customer.name as customerName')
    .where('followUp.doneAt', 'is', null)
    .where('followUp.dueOn', '<=', on)
    .where('followUp.dueOn', '>=', sql<Day>`${on}::date - ${LATE_DAYS}::int`)
    .execute()
  return rows.map((row) => followUpNotice(row, on, at))
}

/** Notices to the owners of contracts that end within 30 days of a day, without churned and merged customers. */
export async function contractsEnding(db: Database, on: Day, at: Date): Promise<NewNotice[]> {
  const rows = await db
    .selectFrom('customer')
    .select(['id', 'companyCode', 'name', 'ownerId', 'contractEndOn'])
    .where('status', '!=', 'churned')
    .where('mergedIntoId', 'is', null)
    .where('contractEndOn', '>=', on)
    .where('contractEndOn', '<=', sql<Day>`${on}::date + 30`)
    .execute()
  return rows.flatMap(({ contractEndOn, ...row }) =>
    contractEndOn ? [contractNotice({ ...row, contractEndOn }, on, at)] : [],
  )
}

interface DueFollowUp {
  id: number
  companyCode: string
  assigneeId: number
  customerName: string
  dueOn: Day
  text: string
}

/** The notice of a due follow-up, once per due day, so that a postponed follow-up is announced again. */
function followUpNotice(row: DueFollowUp, on: Day, at: Date): NewNotice {
  const late = daysBetween(row.dueOn, on)
  const values = { customer: row.customerName, n: late }
  return {
    ...{ companyCode: row.companyCode, staffId: row.assigneeId, kind: 'followUp', at },
    title: {
      sentence: late > 0 ? '「{customer}」的跟进已过 {n} 天' : '今天要跟进「{customer}」',
      values,
    },
    text: { sentence: '{text}', values: { text: row.text } },
    link: '/customer-management/follow-ups?mine=true&status=open',
    dedupeKey: `${row.id} ${row.dueOn}`,
  }
}

interface EndingContract {
  id: number
  companyCode: string
  name: string
  ownerId: number
  contractEndOn: Day
}

/** Days before the end of a contract at which it is announced. */
const MARKS = [0, 7, 30] as const

/** The notice of a contract's end, once per mark; sent later if the server was down on that day. */
function contractNotice(row: EndingContract, on: Day, at: Date): NewNotice {
  const left = daysBetween(on, row.contractEndOn)
  const mark = MARKS.find((days) => left <= days) ?? 30
  return {
    ...{ companyCode: row.companyCode, staffId: row.ownerId, kind: 'contractEnding', at },
    title: {
      sentence: left > 0 ? '「{customer}」的合同还有 {n} 天到期' : '「{customer}」的合同今天到期',
      values: { customer: row.name, n: left },
    },
    text: null,
    link: `/customer-management/${row.id}`,
    dedupeKey: `${row.id} ${row.contractEndOn} ${mark}`,
  }
}
