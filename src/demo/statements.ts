import type { KeyObject } from 'node:crypto'
import { hashCode } from '#billing/bill-statements/secrets.ts'
import type { Database } from '#db/connect.ts'
import type { KeyFor } from '#kit/keys.ts'
import { hashToken } from '#kit/secret.ts'
import { DEMO_STATEMENT } from './accounts.ts'
import { advance, insertMany } from './bulk.ts'
import { COMPANIES } from './people.ts'

const DAY_MS = 86_400_000
/** Age of the link in days, and its validity: the demo's link practically never expires, since each start prints it. */
const MADE_DAYS_AGO = 2
const LIFE_DAYS = 3_650

/** Encodes bytes for the bulk insert. */
const hex = (bytes: Buffer) => `\\x${bytes.toString('hex')}`

/** Turns on bill links for merchants in all companies with data; one merchant has objected to a line of the newest bill. */
export async function seedStatements(db: Database, now: Date, keyFor: KeyFor): Promise<void> {
  await insertMany(
    db,
    'billStatementRule',
    COMPANIES.map(({ code }) => ({ companyCode: code, isOn: true, updatedAt: now })),
  )
  const bill = await newestOpen(db)
  if (bill?.issuedBy)
    await objectTo(db, { id: bill.id, madeBy: bill.issuedBy, key: keyFor('statement') }, now)
}

/** The newest open bill of the first company. */
async function newestOpen(db: Database) {
  return db
    .selectFrom('customerBill')
    .select(['id', 'issuedBy'])
    .where('companyCode', '=', '001')
    .where('status', '=', 'open')
    .where('kind', '=', 'service')
    .where('issuedBy', 'is not', null)
    .orderBy('monthOn', 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
}

async function objectTo(
  db: Database,
  bill: { id: number; madeBy: number; key: KeyObject },
  now: Date,
): Promise<void> {
  const at = (daysAgo: number) => new Date(now.getTime() - daysAgo * DAY_MS)
  const common = { companyCode: '001', billId: bill.id }
  const tokenHash = hashToken(DEMO_STATEMENT.token)
  await insertMany(db, 'billStatement', [{ ...common, status: 'objected', updatedAt: at(1) }])
  await insertMany(db, 'billStatementLink', [
    {
      ...common,
      id: 1,
      madeAt: at(MADE_DAYS_AGO),
      madeBy: bill.madeBy,
      tokenHash: hex(tokenHash),
      codeHash: hex(hashCode(bill.key, tokenHash, DEMO_STATEMENT.code)),
      expiresAt: at(MADE_DAYS_AGO - LIFE_DAYS),
    },
  ])
  const events = ['opened', 'entered', 'viewed', 'objected'].map((what) => ({
    linkId: 1,
    what,
    at: at(1),
    ip: '203.0.113.24',
  }))
  await insertMany(db, 'billStatementEvent', events)
  await insertMany(db, 'billStatementAnswer', [
    {
      ...common,
      linkId: 1,
      position: 1,
      answer: 'objected',
      at: at(1),
      note: '中旬有两天没有客服在线，请核对天数。',
    },
  ])
  await advance(db, 'billStatementLink')
}
