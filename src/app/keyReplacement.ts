import { sql } from 'kysely'
import { revokeAllLinks } from '#billing/bill-statements/queries.ts'
import type { Database } from '#db/connect.ts'
import { reencryptCards } from '#finance/reimbursement-bills/cardQueries.ts'
import { deleteAllResponses } from '#kit/idempotency.ts'
import type { KeyFor, KeyPurpose } from '#kit/keys.ts'
import { deleteAllRecoveryCodes, reencryptFactors } from '#people/sign-in/second-factor/queries.ts'
import { writeSystemAudit } from '#platform/audit-logs/queries.ts'
import { reencryptWebhooks } from '#platform/webhooks/queries.ts'
import { checkKey, replaceCheck } from './masterKey.ts'

/** The keys of the installation before and after their replacement. */
interface Keys {
  before: KeyFor
  after: KeyFor
}

type Replacement = (db: Database, keys: Keys, now: Date) => Promise<number>

/**
 * What happens to the values of each purpose: they are encrypted again or deleted. A string is the reason why nothing
 * happens.
 */
const REPLACEMENTS: Record<KeyPurpose, Replacement | string> = {
  backup: 'a backup keeps the key with which it was written',
  audit: 'the key of the log is a part of the new key',
  'sign-in-code': 'a code is valid for five minutes',
  'kept-answers': deleteAllResponses,
  'second-factor': (db, { before, after }) => reencryptFactors(db, before, after),
  'recovery-codes': deleteAllRecoveryCodes,
  webhook: (db, { before, after }) => reencryptWebhooks(db, before, after),
  'payee-card': (db, { before, after }) => reencryptCards(db, before, after),
  statement: (db, _keys, now) => revokeAllLinks(db, now),
  check: async (db, { after }) => {
    await replaceCheck(db, after)
    return 1
  },
}

/** How many values were encrypted again or deleted, by purpose. */
export type Replaced = Partial<Record<KeyPurpose, number>>

/**
 * Replaces the installation's key in the database, in one transaction, and records it in the log of the headquarters.
 * No program may run meanwhile. `db` is the owner of the tables. Throws `StartError` if `before` is not the key of this database.
 */
export async function replaceKey(db: Database, keys: Keys, now: Date): Promise<Replaced> {
  await checkKey(db, keys.before)
  return db.transaction().execute(async (tx) => {
    // As the owner of the tables.
    await sql`select set_config('role', 'none', true)`.execute(tx)
    const replaced: Replaced = {}
    for (const [purpose, replacement] of Object.entries(REPLACEMENTS)) {
      if (typeof replacement === 'string') continue
      replaced[purpose as KeyPurpose] = await replacement(tx, keys, now)
    }
    const line = { action: 'replace-key', entity: 'company' as const, recordId: '001', changes: {} }
    await writeSystemAudit(tx, { ...line, companyCode: '001' }, now, keys.after('audit'))
    return replaced
  })
}
