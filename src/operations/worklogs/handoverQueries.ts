import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { addDays, type Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { findDutyFacts } from '#operations/duty/queries.ts'
import { dutyOf, orderIn } from '#operations/duty/rules.ts'
import { nextAtStores, type Shift, type Slot } from './shifts.ts'

interface EndedShift {
  companyCode: string
  staffId: number
  on: Day
  shift: Shift
  storeIds: readonly number[]
}

/** Returns who serves the stores next after a shift, later that day or else on the following day; soonest first. */
export async function findNextSlots(db: Database, ended: EndedShift): Promise<Slot[]> {
  const { companyCode, on, storeIds } = ended
  if (storeIds.length === 0) return []
  const to = addDays(on, 1)
  const { rows: serving } = await sql<{ staffId: number }>`
    select distinct staff_id from store_assignment
      where store_id = any(${[...storeIds]}) and company_code = ${companyCode}
        and from_on <= ${to} and (to_on is null or to_on >= ${on}::date)`.execute(db)
  const staffIds = serving.map(({ staffId }) => staffId)
  const facts = await findDutyFacts(db, { companyCode, from: on, to, staffIds })
  const slots = dutyOf(facts, { from: on, to }).flatMap(({ staffId, on: day, posts }) =>
    posts
      .filter(({ storeId }) => storeIds.includes(storeId))
      .map(({ storeId, shift }) => ({ staffId, storeId, on: day, shift })),
  )
  return nextAtStores(slots, ended, orderIn(facts.shifts))
}

/**
 * Replaces the recipients of a log's note. A recipient whose text is unchanged keeps the read receipt. Returns the ids
 * of the others.
 */
export async function replaceNoteRecipients(
  db: Database,
  note: { worklogId: number; text: string | null; slots: readonly Slot[]; at: Date },
): Promise<number[]> {
  const { worklogId, text, at } = note
  const byStaff = new Map<number, Slot[]>()
  for (const slot of text ? note.slots : []) {
    byStaff.set(slot.staffId, [...(byStaff.get(slot.staffId) ?? []), slot])
  }
  const before = await db
    .selectFrom('worklogHandover')
    .select(['staffId', 'text', 'readAt'])
    .where('worklogId', '=', worklogId)
    .execute()
  await db.deleteFrom('worklogHandover').where('worklogId', '=', worklogId).execute()
  const toNotify: number[] = []
  for (const [staffId, [first, ...more]] of byStaff) {
    if (!first || !text) continue
    const same = before.find((row) => row.staffId === staffId && row.text === text)
    if (!same) toNotify.push(staffId)
    const storeIds = [first, ...more].map(({ storeId }) => storeId)
    const row = { worklogId, staffId, onDay: first.on, shift: first.shift, storeIds, text }
    await db
      .insertInto('worklogHandover')
      .values({ ...row, createdAt: at, readAt: same?.readAt ?? null })
      .execute()
  }
  return toNotify
}

/** Returns the recipients of a log's note. */
export async function findReaders(db: Database, worklogId: number) {
  return db
    .selectFrom('worklogHandover')
    .innerJoin('staff', 'staff.id', 'worklogHandover.staffId')
    .select(['worklogHandover.staffId', 'staff.name as staffName', 'worklogHandover.onDay'])
    .select(['worklogHandover.shift', 'worklogHandover.readAt'])
    .where('worklogHandover.worklogId', '=', worklogId)
    .orderBy('worklogHandover.onDay')
    .orderBy('staff.name')
    .execute()
}

function selectNotes(db: Database, staffId: number) {
  return db
    .selectFrom('worklogHandover')
    .innerJoin('worklog', 'worklog.id', 'worklogHandover.worklogId')
    .innerJoin('staff as author', 'author.id', 'worklog.staffId')
    .select(['worklogHandover.worklogId', 'author.name as fromName', 'worklog.onDay', 'worklog.shift'])
    .select(['worklogHandover.text', 'worklogHandover.readAt'])
    .select(
      sql<string[]>`array(select s.name from store s
        where s.id = any(worklog_handover.store_ids) order by s.name)`.as('storeNames'),
    )
    .where('worklogHandover.staffId', '=', staffId)
}

/** Returns the notes handed to a person for a day, oldest first. */
export async function findNotes(db: Database, staffId: number, on: Day) {
  return selectNotes(db, staffId)
    .where('worklogHandover.onDay', '=', on)
    .orderBy('worklogHandover.createdAt')
    .orderBy('worklogHandover.worklogId')
    .execute()
}

/** Marks a note as read by its recipient; the first read time stays. Throws NOT_FOUND for other people. */
export async function markNoteRead(
  db: Database,
  { worklogId, staffId, at }: { worklogId: number; staffId: number; at: Date },
) {
  await db
    .updateTable('worklogHandover')
    .set({ readAt: at })
    .where('worklogId', '=', worklogId)
    .where('staffId', '=', staffId)
    .where('readAt', 'is', null)
    .execute()
  const note = await selectNotes(db, staffId)
    .where('worklogHandover.worklogId', '=', worklogId)
    .executeTakeFirst()
  if (!note) throw notFound('交接')
  return note
}

/** Deletes the note of a log for all recipients: the log is a draft again. */
export async function deleteNotes(db: Database, worklogId: number): Promise<void> {
  await db.deleteFrom('worklogHandover').where('worklogId', '=', worklogId).execute()
}
