import assert from 'node:assert/strict'
import type { Database } from '#db/connect.ts'
import type { Answer } from './testApp.ts'

/** The month that the tests close; their clock is in the middle of the next one. */
export const CLOSED = '2026-04'

/** Closes a month as the program does, but without its checks: the tests try which writes are still accepted. */
export async function closeMonth(db: Database, companyCode = '001', month = CLOSED): Promise<void> {
  const at = new Date('2026-05-02T02:00:00Z')
  const by = await adminOf(db, companyCode)
  const closed = { status: 'closed', snapshotNo: 1, closedAt: at, closedBy: by, updatedAt: at } as const
  await db
    .insertInto('monthlyFinancial')
    .values({ companyCode, monthOn: `${month}-01`, createdAt: at, ...closed })
    .onConflict((clash) => clash.columns(['companyCode', 'monthOn']).doUpdateSet(closed))
    .execute()
}

/** Reopens a month as a second admin does: its row remains, with the old snapshot. */
export async function openMonth(db: Database, companyCode = '001', month = CLOSED): Promise<void> {
  const at = new Date('2026-05-03T02:00:00Z')
  const by = await adminOf(db, companyCode)
  await db
    .updateTable('monthlyFinancial')
    .set({ status: 'reopened', reopenedAt: at, reopenedBy: by, reopenedWhy: '改错', updatedAt: at })
    .where('companyCode', '=', companyCode)
    .where('monthOn', '=', `${month}-01`)
    .execute()
}

async function adminOf(db: Database, companyCode: string): Promise<number> {
  const { id } = await db
    .selectFrom('staff')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('role', '=', 1)
    .executeTakeFirstOrThrow()
  return id
}

const SENTENCE = '2026-04 已结账，不能再改这个月的账。请记到未结的月份，或由管理员反结账。'

/** Fails unless the response says that the month is closed. */
export function assertClosed(answer: Answer, what: string): void {
  const { status, body } = answer
  assert.deepEqual(
    [status, body.errorCode, body.errorMessage, body.showType],
    [409, 'PERIOD_CLOSED', SENTENCE, 1],
    what,
  )
}

/** Fails unless the response is a success. */
export function assertDone(answer: Answer, what: string): void {
  assert.equal(answer.status, 200, `${what}: ${answer.body.errorMessage}`)
}
