import { type Expression, type Insertable, type SqlBool, sql } from 'kysely'
import type { Actor } from '#access/can.ts'
import type { Database } from '#db/connect.ts'
import type { Voucher } from '#db/tables.ts'
import type { Changes } from '#kit/audit.ts'
import type { Day } from '#kit/calendar.ts'
import { notFound } from '#kit/errors.ts'
import { assertWithinDay, prepareFile } from '#kit/files/prepareFile.ts'
import type { FileType } from '#kit/files/storedFile.ts'
import { scope } from '#kit/scope.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import { inClosedMonth } from '#people/books/queries.ts'
import { assertRoom } from './rules.ts'

/** What a voucher file belongs to: a receipt, or all claims paid on a day with one voucher number. */
export type VoucherTarget =
  | { receiptId: number; companyCode: string; onDay: Day }
  | { paymentNo: string; companyCode: string; onDay: Day }

/** The bill's receipts, newest first, each with whether its month is closed. */
export async function findReceipts(db: Database, billId: number) {
  return db
    .selectFrom('billReceipt')
    .select(['id', 'companyCode', 'onDay', 'amountCents'])
    .select(inClosedMonth('billReceipt.companyCode', sql.ref('billReceipt.onDay')).as('locked'))
    .where('billId', '=', billId)
    .orderBy('id', 'desc')
    .execute()
}

const selectFiles = (db: Database) =>
  db
    .selectFrom('voucher')
    .select(['id', 'name', 'type', 'bytes', 'receiptId'])
    .orderBy('createdAt')
    .orderBy('id')

/** Voucher files of a bill's receipts, without content, oldest first. */
export async function findVouchersOfBill(db: Database, billId: number) {
  const receipts = db.selectFrom('billReceipt').select('id').where('billId', '=', billId)
  const rows = await selectFiles(db).where('receiptId', 'in', receipts).execute()
  return rows
}

/** Voucher files of one receipt or payment, without content, oldest first. */
export async function findVouchers(db: Database, target: VoucherTarget) {
  const ofOne = selectFiles(db)
    .where('companyCode', '=', target.companyCode)
    .where('onDay', '=', target.onDay)
  const found =
    'receiptId' in target
      ? ofOne.where('receiptId', '=', target.receiptId)
      : ofOne.where('paymentNo', '=', target.paymentNo)
  return found.execute()
}

/** Number and bytes of the files that a person has uploaded since an instant. */
export async function uploadedSince(db: Database, staffId: number, since: Date) {
  return db
    .selectFrom('voucher')
    .select([sql<number>`count(*)`.as('count'), sql<number>`coalesce(sum(bytes), 0)::bigint`.as('bytes')])
    .where('createdBy', '=', staffId)
    .where('createdAt', '>', since)
    .executeTakeFirstOrThrow()
}

export async function insertVoucher(db: Database, row: Insertable<Voucher>): Promise<void> {
  await db.insertInto('voucher').values(row).execute()
}

const COLUMNS = ['voucher.name', 'voucher.type', 'voucher.onDay', 'voucher.companyCode'] as const

/** Voucher files of receipts whose bills match `reach`. */
const selectBillVouchers = (db: Database, reach: Expression<SqlBool>, id: string) =>
  db
    .selectFrom('voucher')
    .innerJoin('billReceipt', 'billReceipt.id', 'voucher.receiptId')
    .innerJoin('customerBill', 'customerBill.id', 'billReceipt.billId')
    .select(['customerBill.id as billId', 'billReceipt.amountCents', ...COLUMNS])
    .where('voucher.id', '=', id)
    .where(reach)

/** Voucher files of claim payments in the reviewer's scope. */
const selectPayoutVouchers = (db: Database, actor: Actor, id: string) =>
  db
    .selectFrom('voucher')
    .select(['voucher.paymentNo', ...COLUMNS])
    .where('voucher.id', '=', id)
    .where('voucher.paymentNo', 'is not', null)
    .where(scope(actor, 'canReviewReimbursementBill', { company: 'voucher.companyCode' }))

/** Reads a receipt's voucher file without content; throws NOT_FOUND if its bill is out of scope. */
export async function getBillVoucher(db: Database, reach: Expression<SqlBool>, id: string) {
  return assertFound(await selectBillVouchers(db, reach, id).executeTakeFirst())
}

/** Reads a receipt's voucher file with content; throws NOT_FOUND if its bill is out of scope. */
export async function getBillContent(db: Database, reach: Expression<SqlBool>, id: string) {
  return contentOf(await selectBillVouchers(db, reach, id).select('voucher.content').executeTakeFirst())
}

/** Reads a payment's voucher file without content; throws NOT_FOUND if it is out of scope. */
export async function getPayoutVoucher(db: Database, actor: Actor, id: string) {
  return assertFound(await selectPayoutVouchers(db, actor, id).executeTakeFirst())
}

/** Reads a payment's voucher file with content; throws NOT_FOUND if it is out of scope. */
export async function getPayoutContent(db: Database, actor: Actor, id: string) {
  return contentOf(await selectPayoutVouchers(db, actor, id).select('voucher.content').executeTakeFirst())
}

function assertFound<R>(row: R | undefined): R {
  if (!row) throw notFound('凭证')
  return row
}

function contentOf(row: { name: string; type: FileType; content: Buffer } | undefined) {
  const { name, type, content } = assertFound(row)
  return { name, type, bytes: content }
}

/** Ids of the claims that were paid on a day with a voucher number. */
export async function findPaid(
  db: Database,
  { companyCode, onDay, paymentNo }: { companyCode: string; onDay: Day; paymentNo: string | null },
): Promise<number[]> {
  const rows = await db
    .selectFrom('reimbursementBill')
    .select('id')
    .where('companyCode', '=', companyCode)
    .where('paidOn', '=', onDay)
    .where('voucherNo', '=', paymentNo)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** Deletes a voucher file; a database trigger rejects this if its month is closed. */
export async function deleteVoucher(db: Database, id: string): Promise<void> {
  await db.deleteFrom('voucher').where('id', '=', id).execute()
}

const DAY_MS = 24 * 60 * 60 * 1_000

/** Saves the uploaded file for a receipt or payment, which the caller has locked. Throws TOO_LARGE above the limits. */
export async function saveVoucher(context: Context, target: VoucherTarget) {
  const { db, actor, clock, upload } = context
  const { digest, content, ...file } = prepareFile(upload)
  assertRoom((await findVouchers(db, target)).length)
  const dayAgo = new Date(clock().getTime() - DAY_MS)
  assertWithinDay(file.bytes, await uploadedSince(db, actor.id, dayAgo))
  const stamp = createdNow(context)
  await insertVoucher(db, { ...file, ...target, digest, content, ...stamp })
  const changes: Changes = { voucher: [null, file.name], sha256: [null, digest.toString('hex')] }
  return { file, told: changes }
}
