import assert from 'node:assert/strict'
import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'

/**
 * Foreign keys to `staff` that are open duties, with the condition for an open one. A new foreign key belongs here, and
 * then in `findHandover`, or in `HISTORY`.
 */
const OPEN_DUTIES: Record<string, string> = {
  'staff.parent_id': "status <> 'left'",
  'session.staff_id': 'true',
  'second_factor.staff_id': 'true',
  'recovery_code.staff_id': 'true',
  'customer.owner_id': 'merged_into_id is null',
  'store.leader_id': "status <> 'stopped'",
  'store_assignment.staff_id': "to_on is null or to_on > '2026-05-19'",
  'agent_account.staff_id': "to_on is null or to_on > '2026-05-19'",
  'nick_claim.staff_id': "status = 'pending'",
  'customer_owner.owner_id': 'to_at is null',
  'follow_up.assignee_id': 'done_at is null',
  'churn_record.handler_id': "status = 'retaining'",
  'import_batch.created_by': "status = 'preview'",
  'bulk_edit.created_by': "state in ('checking', 'ready', 'running')",
  'record_import.created_by': "state in ('checking', 'ready', 'running')",
  'saved_view.head_id': 'true',
  'worklog.staff_id': "status in ('draft', 'returned')",
  'roster_shift.staff_id': "on_day > '2026-05-19'",
  'figure_question.owner_id': "status = 'open'",
  'warning.handler_id': "status in ('pending', 'handling')",
  'subscription.staff_id': 'true',
  'reimbursement_bill.staff_id': "status in ('draft', 'returned')",
  'reimbursement_stand_in.staff_id': "to_on > '2026-05-19'",
  'reimbursement_stand_in.stand_in_id': "to_on > '2026-05-19'",
}

/** Foreign keys to `staff` that are history, settings or mentions. */
const HISTORY = [
  /\.(created|updated|made|revoked|settled|closed|reopened|reopening|undone|merged|ended|replaced|dropped)_by$/,
  /\.(decided|paid|issued|reviewed|answered|checked|asked|mended|ran|unrelated|done|waived)_by$/,
  /\.(by|for|actor)_id$/,
  /^(preference|notice|notice_muted|visit|kept_answer|sign_in_ticket|customer_mention|export_file|staff_state|staff_pay)\.staff_id$/,
  /^(churn_|payroll|worklog_|figure_question)\w*\.(staff|owner|leader)_id$/,
  /^(saved_view\.owner_id|session\.viewing_as|nick_claim\.holder_id)$/,
  // Where a person signed in, from which devices, and what they used of their budgets.
  /^(known_device|sign_in_attempt|budget_use)\.staff_id$/,
  // What a clock recorded of a person, and who an account was.
  /^clock_(day|decision|person)\.(staff_id|reversed_by)$/,
  // A leave of a person who has left takes nothing away, and a place that is taken needs the person no longer.
  /^(staff_leave\.staff_id|store_assignment\.instead_of)$/,
]

/** Foreign keys to `staff` that neither list contains, and entries of `ACTS` without a foreign key. */
export async function unlistedForeignKeys(db: Database): Promise<{ unknown: string[]; gone: string[] }> {
  const { rows } = await sql<{ place: string }>`
    select distinct c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'staff'::regclass and c.conparentid = 0`.execute(db)
  const places = rows.map(({ place }) => place)
  return {
    unknown: places.filter((place) => !OPEN_DUTIES[place] && !HISTORY.some((pattern) => pattern.test(place))),
    gone: Object.keys(OPEN_DUTIES).filter((place) => !places.includes(place)),
  }
}

/** Fails if a person still has an open duty. */
export async function assertNoOpenDuty(db: Database, id: number): Promise<void> {
  for (const [place, isOpen] of Object.entries(OPEN_DUTIES)) {
    const [table = '', column = ''] = place.split('.')
    const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}
      where ${sql.ref(column)} = ${id} and (${sql.raw(isOpen)})`.execute(db)
    assert.deepEqual([place, rows[0]?.n], [place, 0])
  }
}
