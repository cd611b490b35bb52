import type { Database } from '#db/connect.ts'
import { type Conflicts, mapDatabaseError } from '#kit/conflicts.ts'
import { AppError, invalidField } from '#kit/errors.ts'
import { refusalReason } from '#kit/savepoint.ts'
import { type Context, type Served, serve, type Transact } from '#kit/serve.ts'
import { readSheets } from '#kit/sheets/readSheets.ts'
import type { Sentence } from '#kit/text.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import { type BankRow, bankReceipts, type RowState } from './contract.ts'
import { suggestionsFor } from './match.ts'
import {
  type CompanyBill,
  findBillsByTxnNo,
  findBillsOf,
  findCandidates,
  findReceiptsByRow,
  findRows,
  getRow,
  type ReadRow,
} from './queries.ts'
import { conflicts } from './rules.ts'
import { readStatement } from './statement.ts'
import { type AddReceipt, confirmRow, saveStatement, setAside, takeBack } from './steps.ts'

/** Maximum number of rows per file, including headers and notes. */
const MAX_ROWS = 10_000

/**
 * Serves uploads and booking of bank rows. `receipts.add` writes a receipt; `receipts.conflicts` maps its unique
 * violations.
 */
export function bankReceiptsServer(receipts: { add: AddReceipt; conflicts: Conflicts }): Served {
  const refusals = { ...receipts.conflicts, ...conflicts }
  return serve(
    bankReceipts,
    {
      list: async (context, query) => {
        assertCompanyFilter(context.actor, query.companyCode)
        const found = await findRows(context.db, context.actor, query)
        return { ...found, items: await toBankRows(context, found.items) }
      },
      upload: { ownTransaction: (context, _input, transact) => upload(context, transact) },
      confirm: async (context, input) => {
        await confirmRow(context, input, receipts.add)
        return readRow(context, input.id)
      },
      confirmMany: {
        ownTransaction: async (_context, { rows }, transact) => ({
          results: await processEach(rows, refusals, (row) =>
            transact((inner) => confirmRow(inner, row, receipts.add)),
          ),
        }),
      },
      setAside: async (context, input) => {
        await setAside(context, input)
        return readRow(context, input.id)
      },
      takeBack: async (context, input) => {
        await takeBack(context, input)
        return readRow(context, input.id)
      },
      bills: listOpenBills,
    },
    refusals,
  )
}

async function upload({ upload: file }: Context, transact: Transact<Context['actor']>) {
  if (!file) throw invalidField('file', '请选择银行流水文件。')
  const sheets = await readSheets(file, { maxRows: MAX_ROWS + 1 })
  if (sheets.some((sheet) => sheet.length > MAX_ROWS)) {
    throw new AppError('TOO_LARGE', '一个文件最多 {n} 行，请按月分开下载后再上传。', {
      values: { n: MAX_ROWS },
    })
  }
  const statement = readStatement(sheets)
  return transact((inner) => saveStatement(inner, { name: file.name, bytes: file.bytes, statement }))
}

/** The customer's open bills, each with the amount that the row could pay. */
async function listOpenBills({ db, actor }: Context, { id, customerId }: { id: number; customerId: number }) {
  const { companyCode, leftCents } = await getRow(db, actor, id)
  const bills = await findBillsOf(db, actor, { companyCode, customerId })
  return bills.map(({ id: billId, code, name, month, owedCents }) => ({
    billId,
    code,
    name,
    month,
    owedCents,
    amountCents: Math.min(owedCents, leftCents),
  }))
}

/** Processes each row in its own transaction; one failure does not stop the others. */
async function processEach<R extends { id: number }>(
  rows: readonly R[],
  refusals: Conflicts,
  work: (row: R) => Promise<void>,
) {
  const results: { id: number; problem: Sentence | null }[] = []
  for (const row of rows) results.push({ id: row.id, problem: await problemOf(work(row), refusals) })
  return results
}

/** Returns the user-facing error of the work, or null on success; rethrows unexpected errors. */
async function problemOf(work: Promise<void>, refusals: Conflicts): Promise<Sentence | null> {
  try {
    await work
    return null
  } catch (error) {
    const refusal = mapDatabaseError(error, refusals)
    if (!(refusal instanceof AppError)) throw error
    return refusalReason(refusal)
  }
}

type Reader = Pick<Context, 'db' | 'actor'>

/** Adds receipts to the rows, and suggestions to open rows. */
async function toBankRows({ db, actor }: Reader, rows: readonly ReadRow[]): Promise<BankRow[]> {
  const open = rows.filter(({ state }) => state === 'open')
  const bills = await findCandidates(db, actor, open)
  const receipts = await findReceiptsOfRows(db, rows)
  return rows.map((row) => ({
    ...row,
    state: row.state as RowState,
    bookedOn: (receipts.booked.get(row.id) ?? []).map(({ billId, code, onDay, amountCents }) => ({
      billId,
      onDay,
      amountCents,
      code: code ?? '',
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
async function readRow(context: Context, id: number): Promise<BankRow> {
  const [row] = await toBankRows(context, [await getRow(context.db, context.actor, id)])
  if (!row) throw new Error('a row that is there was not presented')
  return row
}
