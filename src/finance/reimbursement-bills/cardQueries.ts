import { sql } from 'kysely'
import type { Database } from '#db/connect.ts'
import { decrypt, encrypt } from '#kit/encryption.ts'
import type { KeyFor } from '#kit/keys.ts'
import { cardOwner } from './steps.ts'

/**
 * Encrypts the bank cards of all claims with another key, also of closed months, whose claims are otherwise not written;
 * returns their number. Only the owner of the table can do this.
 */
export async function reencryptCards(db: Database, before: KeyFor, after: KeyFor): Promise<number> {
  const rows = await db
    .selectFrom('reimbursementBill')
    .select(['id', 'payeeCardSealed'])
    .where('payeeCardSealed', 'is not', null)
    .forUpdate()
    .execute()
  await sql`alter table reimbursement_bill disable trigger reimbursement_bill_month_update`.execute(db)
  for (const { id, payeeCardSealed } of rows) {
    if (!payeeCardSealed) continue
    const card = decrypt(before('payee-card'), payeeCardSealed, cardOwner(id))
    await db
      .updateTable('reimbursementBill')
      .set({ payeeCardSealed: encrypt(after('payee-card'), card, cardOwner(id)) })
      .where('id', '=', id)
      .execute()
  }
  await sql`alter table reimbursement_bill enable trigger reimbursement_bill_month_update`.execute(db)
  return rows.length
}
