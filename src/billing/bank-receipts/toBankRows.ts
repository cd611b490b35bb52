import type { Database } from '#db/connect.ts'
import type { Context } from '#kit/serve.ts'
import type { BankRow, RowState } from './contract.ts'
import { suggestionsFor } from './match.ts'
import type { ReadRow } from './queries.ts'
import { getRow } from './queries.ts'
import type { CompanyBill } from './queriesOfBills.ts'
import { findBillsByTxnNo, findCandidates, findReceiptsByRow } from './queriesOfBills.ts'

type Reader = Pick<Context, 'db' | 'actor'>

/** Adds receipts to the rows, and suggestions to open rows. */
export async function toBankRows({ db, actor }: Reader, rows: readonly ReadRow[]): Promise<BankRow[]> {
  const open = rows.filter(({ state }) => state === 'open')
  const bills = await findCandidates(db, actor, open)
  const receipts = await findReceiptsOfRows(db, rows)
  return rows.map((row) => ({
    ...row,
    state: row.state as RowState,
    bookedOn: (receipts.booked.get(row.id) ?? []).map(({ billId, code, onDay, amountCents }) => ({
      ...{ billId, onDay, amountCents, code: code ?? '' },
    })),
    notedOn: row.txnNo === null ? null : notedOn(receipts.noted.get(`${row.companyCode} ${row.txnNo}`)),
    suggestions: row.state === 'open' ? suggestionsFor(row, billsOfCompany(bills, row.companyCode)) : [],
  }))
}

async function findReceiptsOfRows(db: Database, rows: readonly ReadRow[]) {
  const ids = rows.map(({ id }) => id)
  return { booked: await findReceiptsByRow(db, ids), noted: await findBillsByTxnNo(db, rows) }
}

const notedOn = (bill: { billId: number; code: string | null } | undefined) =>
  bill ? { billId: bill.billId, code: bill.code ?? '' } : null

const billsOfCompany = (bills: readonly CompanyBill[], companyCode: string) =>
  bills.filter((bill) => bill.companyCode === companyCode)

/** Reads one row in the actor's scope, in list format; throws NOT_FOUND. */
export async function readRow(context: Context, id: number): Promise<BankRow> {
  const [row] = await toBankRows(context, [await getRow(context.db, context.actor, id)])
  if (!row) throw new Error('a row that is there was not presented')
  return row
}
