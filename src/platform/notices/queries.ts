import { sql } from 'kysely'
import type * as z from 'zod'
import type { Database } from '#db/connect.ts'
import { type Day, daysBetween } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { type PageInput, pageOf } from '#kit/list.ts'
import { isSentence, type Sentence, translateValue, type Value, word } from '#kit/text.ts'
import { type Notice, NoticeKind } from './contract.ts'

export interface NewNotice {
  /** The company that the notice is about. */
  companyCode: string
  /** The recipient. */
  staffId: number
  kind: NoticeKind
  /** What happened, without a full stop: `{name}退回了您 {day} 的日志`. */
  title: Sentence
  /** Details, such as the note with which a log was returned; null if the title is complete. */
  text: Sentence | null
  /** The page that the notice is about, with its filters: `/store-worklog?day=2026-05-18`. */
  link: string
  /** A person gets one notice per kind and key; without a key there is no limit. */
  dedupeKey?: string
  at: Date
}

/**
 * Inserts notices, in the transaction of the event. Skips recipients who are not active or have switched off the kind,
 * and repeats of a key. Returns the number of inserted notices.
 */
export async function notify(db: Database, notices: readonly NewNotice[]): Promise<number> {
  if (notices.length === 0) return 0
  const rows = notices.map((notice) => ({
    company_code: notice.companyCode,
    staff_id: notice.staffId,
    kind: notice.kind,
    title: toStored(notice.title),
    text: notice.text && toStored(notice.text),
    link: notice.link,
    dedupe_key: notice.dedupeKey ?? null,
    at: notice.at.toISOString(),
  }))
  const { numAffectedRows } = await sql`
    insert into notice (company_code, staff_id, kind, title, text, link, dedupe_key, at)
    select added.company_code, added.staff_id, added.kind, added.title, added.text, added.link, added.dedupe_key, added.at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as added (company_code text, staff_id int, kind text,
      title jsonb, text jsonb, link text, dedupe_key text, at timestamptz)
    join staff on staff.id = added.staff_id and staff.status = 'active'
    where not exists (select from notice_muted m where m.staff_id = added.staff_id and m.kind = added.kind)
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** A message as stored. `words` and `lists` name the values that are no plain text; version 0.1.0 ignores them. */
interface StoredMessage {
  sentence: string
  values: Record<string, string | number>
  /** Texts of the program. */
  words?: string[]
  /** Lists, joined by `、`. */
  lists?: string[]
}

function toStored({ sentence, values = {} }: Sentence): StoredMessage {
  const stored: StoredMessage = { sentence, values: {} }
  for (const [name, value] of Object.entries(values)) {
    stored.values[name] = typeof value === 'number' ? value : translateValue('zh-CN', value)
    if (isSentence(value)) stored.words = [...(stored.words ?? []), name]
    else if (typeof value === 'object') stored.lists = [...(stored.lists ?? []), name]
  }
  return stored
}

/** Reads a stored message. The words in older notices stay Chinese. */
function fromStored({ sentence, values, words = [], lists = [] }: StoredMessage): Required<Sentence> {
  const read = Object.entries(values).map(([name, value]): [string, Value] => {
    if (words.includes(name)) return [name, word(String(value))]
    return [name, lists.includes(name) ? String(value).split('、') : value]
  })
  return { sentence, values: Object.fromEntries(read) }
}

interface Filter extends PageInput {
  unread?: boolean
  /** Only notices after this instant. */
  since?: Date
  kind?: readonly NoticeKind[] | undefined
}

/** A page of a person's notices, newest first. */
export async function findNotices(db: Database, staffId: number, { unread, since, kind, ...page }: Filter) {
  let query = db
    .selectFrom('notice')
    .select(['id', 'kind', 'title', 'text', 'link', 'at', 'readAt'])
    .where('staffId', '=', staffId)
  if (unread) query = query.where('readAt', 'is', null)
  if (since) query = query.where('at', '>', since)
  if (kind) query = query.where('kind', 'in', kind)
  return pageOf(query, page, { columns: { id: 'notice.id' }, fallback: '-id', tieBreaker: 'notice.id' })
}

type Row = Awaited<ReturnType<typeof findNotices>>['items'][number]

/** A notice in API format. */
export function toNotice({ kind, title, text, at, readAt, ...row }: Row): z.input<typeof Notice> {
  return {
    ...row,
    kind: NoticeKind.parse(kind),
    title: fromStored(title as unknown as StoredMessage),
    text: text === null ? null : fromStored(text as unknown as StoredMessage),
    at: at.toISOString(),
    readAt: readAt?.toISOString() ?? null,
  }
}

/** The number of unread notices of a person. */
export async function countUnread(db: Database, staffId: number): Promise<number> {
  const { count } = await db
    .selectFrom('notice')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('staffId', '=', staffId)
    .where('readAt', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Marks a person's notice as read; keeps the first time. Throws NOT_FOUND, also for another person's notice. */
export async function markRead(db: Database, staffId: number, id: number, at: Date): Promise<void> {
  const row = await db
    .updateTable('notice')
    .set({ readAt: sql<Date>`coalesce(read_at, ${at})` })
    .where('id', '=', id)
    .where('staffId', '=', staffId)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw notFound('这条通知')
}

/** Marks a person's notices up to and including `upTo` as read. */
export async function markAllRead(db: Database, staffId: number, upTo: number, at: Date): Promise<void> {
  await db
    .updateTable('notice')
    .set({ readAt: at })
    .where('staffId', '=', staffId)
    .where('id', '<=', upTo)
    .where('readAt', 'is', null)
    .execute()
}

/** The kinds that a person has switched off. */
export async function findMuted(db: Database, staffId: number): Promise<Set<string>> {
  const rows = await db.selectFrom('noticeMuted').select('kind').where('staffId', '=', staffId).execute()
  return new Set(rows.map(({ kind }) => kind))
}

/** Switches a kind off or on for a person. */
export async function setMuted(
  db: Database,
  staffId: number,
  kind: NoticeKind,
  muted: boolean,
): Promise<void> {
  if (!muted) {
    await db.deleteFrom('noticeMuted').where('staffId', '=', staffId).where('kind', '=', kind).execute()
    return
  }
  await db
    .insertInto('noticeMuted')
    .values({ staffId, kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Deletes notices before an instant; returns their number. */
export async function deleteNoticesBefore(db: Database, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('notice').where('at', '<', before).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

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
    companyCode: row.companyCode,
    staffId: row.assigneeId,
    kind: 'followUp',
    at,
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
    companyCode: row.companyCode,
    staffId: row.ownerId,
    kind: 'contractEnding',
    at,
    title: {
      sentence: left > 0 ? '「{customer}」的合同还有 {n} 天到期' : '「{customer}」的合同今天到期',
      values: { customer: row.name, n: left },
    },
    text: null,
    link: `/customer-management/${row.id}`,
    dedupeKey: `${row.id} ${row.contractEndOn} ${mark}`,
  }
}
