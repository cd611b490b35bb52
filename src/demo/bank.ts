import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { hashedRows } from '#billing/bank-receipts/steps.ts'
import type { Database } from '#db/connect.ts'
import { addDays, type Day, dayOf } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { formatMoney } from '#kit/format.ts'
import { advance, insertMany } from './bulk.ts'
import type { TrailLine } from './trail.ts'

const COMPANY = '001'
/** Number of days whose files are imported and booked. */
const BOOKED_DAYS = 4
/** Number of bills that the newest file pays in full, one row each. */
const FULLY_PAID_BILLS = 3
/** Amount by which one payment exceeds the bill, in 分. */
const OVERPAID_CENTS = 200_000

interface Row {
  onDay: Day
  amountCents: number
  payer: string
  memo: string
  txnNo: string | null
  /** The booked receipt and its bill. */
  booked?: { receiptId: number; billId: number }
  unrelatedReason?: string
}

interface File {
  onDay: Day
  rows: Row[]
}

/**
 * Seeds bank files: booked ones of some days, and the newest one with proposals, an overpayment, a row without a match
 * and a row that was set aside. Returns the audit lines.
 */
export async function seedBank(db: Database, now: Date): Promise<TrailLine[]> {
  const reader = await db
    .selectFrom('staff')
    .select(['id', 'name'])
    .where('companyCode', '=', COMPANY)
    .where('role', '=', 4)
    .where('status', '=', 'active')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!reader) return []
  const newest = { onDay: addDays(dayOf(now), -1), rows: await unbookedRows(db, addDays(dayOf(now), -1)) }
  const files = [...(await bookedFiles(db)), newest]
  await write(db, files, reader.id)
  return linesOf(files, reader)
}

/** The bank receipts of the last days with receipts, one file per day. */
async function bookedFiles(db: Database): Promise<File[]> {
  const receipts = await db
    .selectFrom('billReceipt as receipt')
    .innerJoin('customerBill as bill', 'bill.id', 'receipt.billId')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .select(['receipt.id as receiptId', 'receipt.onDay', 'receipt.amountCents', 'receipt.txnNo'])
    .select(['bill.id as billId', 'bill.code', 'customer.name as payer'])
    .where('receipt.companyCode', '=', COMPANY)
    .where('receipt.method', '=', 'bank')
    .where('receipt.amountCents', '>', 0)
    .orderBy('receipt.onDay')
    .orderBy('receipt.id')
    .execute()
  const days = [...Map.groupBy(receipts, ({ onDay }) => onDay)].slice(-BOOKED_DAYS)
  return days.map(([onDay, found]) => ({
    onDay,
    rows: found.map(({ receiptId, billId, code, payer, amountCents, txnNo }) => ({
      onDay,
      amountCents,
      payer,
      memo: `服务费 ${code}`,
      txnNo,
      booked: { receiptId, billId },
    })),
  }))
}

/**
 * The unbooked rows: payments of single bills, one payment for two bills of a customer, an overpayment, and rows that
 * belong to no customer.
 */
async function unbookedRows(db: Database, onDay: Day): Promise<Row[]> {
  const owed = await db
    .selectFrom('customerBill as bill')
    .innerJoin('customer', 'customer.id', 'bill.customerId')
    .select(['bill.code', 'bill.customerId', 'customer.name as payer'])
    .select(sql<number>`(bill.total_cents - bill.received_cents)::bigint`.as('cents'))
    .where('bill.companyCode', '=', COMPANY)
    .where('bill.status', 'in', ['open', 'partial'])
    .where('bill.totalCents', '>', 0)
    .orderBy('bill.dueOn')
    .orderBy('bill.id')
    .execute()
  const customers = [...Map.groupBy(owed, ({ customerId }) => customerId).values()]
  const several = customers.find((customerBills) => customerBills.length === 2)
  const single = customers.filter((customerBills) => customerBills.length === 1).flat()
  const sumOf = (customerBills: readonly { cents: number }[]) =>
    customerBills.reduce((sum, { cents }) => sum + cents, 0)
  const row = (payer: string, amountCents: number, memo: string) => ({ onDay, payer, amountCents, memo })
  const rows = [
    ...single.slice(0, FULLY_PAID_BILLS).map(({ payer, cents, code }) => row(payer, cents, `付 ${code}`)),
    ...(several ? [row(several[0]?.payer ?? '', sumOf(several), '客服服务费')] : []),
    ...single
      .slice(FULLY_PAID_BILLS, FULLY_PAID_BILLS + 1)
      .map(({ payer, cents }) => row(payer, cents + OVERPAID_CENTS, '服务费及预付')),
    row('上海云杉网络科技有限公司', 388_800, '往来款'),
    { ...row('招商银行股份有限公司', 12_637, '结息'), unrelatedReason: '活期利息' },
  ]
  return rows.map((found, at) => ({
    ...found,
    txnNo: `${onDay.replaceAll('-', '')}8${String(at + 1).padStart(6, '0')}`,
  }))
}

/** When a day's file was uploaded; its receipts were booked later. */
const readAt = ({ onDay }: File) => new Date(`${onDay}T07:50:00Z`)
const BOOKED_AFTER_MS = 10 * 60_000

const nameOf = ({ onDay }: File) => `网银收款明细_${onDay.replaceAll('-', '')}.csv`

async function write(db: Database, files: readonly File[], reader: number): Promise<void> {
  const rows = files.flatMap((file, at) =>
    hashedRows(file.rows.map((row, index) => ({ ...row, rowNo: index + 2 }))).map((row) => ({
      file,
      row: { ...row, fileId: at + 1 } as Row & { hash: string; rowNo: number; fileId: number },
    })),
  )
  await insertMany(
    db,
    'bankFile',
    files.map((file, at) => ({
      id: at + 1,
      companyCode: COMPANY,
      name: nameOf(file),
      createdAt: readAt(file),
      createdBy: reader,
      hash: createHash('sha256').update(JSON.stringify(file)).digest('hex'),
    })),
  )
  await insertMany(
    db,
    'bankRow',
    rows.map(({ file, row: { booked: _booked, unrelatedReason = null, ...row } }, index) => ({
      ...row,
      id: index + 1,
      companyCode: COMPANY,
      payerKey: nameKey(row.payer),
      unrelatedReason,
      unrelatedAt: unrelatedReason && readAt(file),
      unrelatedBy: unrelatedReason && reader,
    })),
  )
  const links = rows.flatMap(({ row: { booked } }, index) =>
    booked ? [{ rowId: index + 1, receiptId: booked.receiptId }] : [],
  )
  await insertMany(db, 'bankRowReceipt', links)
  for (const table of ['bankFile', 'bankRow'] as const) await advance(db, table)
}

/** Audit lines for the uploads, the bookings and the row set aside. */
function linesOf(files: readonly File[], reader: { id: number; name: string }): TrailLine[] {
  const by = { companyCode: COMPANY, actorId: reader.id, actorName: reader.name }
  let rowId = 0
  return files.flatMap((file, fileAt): TrailLine[] => {
    const upload = {
      ...by,
      action: 'upload',
      entity: 'bank-file',
      recordId: String(fileAt + 1),
      at: readAt(file),
      changes: { fileName: [null, nameOf(file)], added: [null, file.rows.length] } as TrailLine['changes'],
    }
    const steps = file.rows.flatMap(({ booked, amountCents, unrelatedReason }): TrailLine[] => {
      rowId += 1
      const at = new Date(readAt(file).getTime() + BOOKED_AFTER_MS)
      const row = { ...by, entity: 'bank-row', recordId: String(rowId), at }
      if (booked) {
        const parts = [`${booked.billId}: ${formatMoney(amountCents)}`]
        return [{ ...row, action: 'confirm', changes: { parts: [null, parts] } }]
      }
      return unrelatedReason
        ? [{ ...row, action: 'set-aside', changes: { unrelatedReason: [null, unrelatedReason] } }]
        : []
    })
    return [upload, ...steps]
  })
}
