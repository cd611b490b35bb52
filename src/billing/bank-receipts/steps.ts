import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { formatMoney } from '#kit/format.ts'
import type { Context } from '#kit/serve.ts'
import type { bankReceipts, RowState } from './contract.ts'
import { insertFile, insertLinks, insertRows, lockRow, setUnrelated } from './queries.ts'
import { findParties, findTaken } from './queriesOfBills.ts'
import * as rules from './rules.ts'
import type { Statement, StatementRow } from './statement.ts'

type Input<K extends keyof typeof bankReceipts> = z.output<(typeof bankReceipts)[K]['input']>

/** Notes a receipt of a bill as one that is written by hand; answers its number. Of `customer-bills`. */
export type AddReceipt = (
  context: Context,
  receipt: {
    id: number
    onDay: string
    amountCents: number
    method: 'bank'
    cameOn?: string | null
    txnNo?: string | null
    note?: string | null
  },
) => Promise<number>

/** Keeps what came in by a file; rows that are known already are not kept again. */
export async function keepStatement(
  { db, actor, clock, record }: Context,
  { name, bytes, statement }: { name: string; bytes: Uint8Array; statement: Statement },
) {
  const { companyCode } = actor
  const now = today(clock)
  const [ahead, read] = [
    statement.rows.filter(({ onDay }) => onDay > now),
    statement.rows.filter(({ onDay }) => onDay <= now),
  ]
  const hash = createHash('sha256').update(bytes).digest('hex')
  const fileId = await insertFile(db, { companyCode, name, hash, createdAt: clock(), createdBy: actor.id })
  const rows = hashedRows(read).map(({ payer, ...row }) => ({
    ...row,
    ...{ companyCode, fileId, payer, payerKey: nameKey(payer) },
  }))
  const added = await insertRows(db, rows)
  record({
    ...{ action: 'upload', entity: 'bank-file', recordId: fileId, companyCode },
    changes: { fileName: [null, name], added: [null, added], hash: [null, hash] },
  })
  const { outgoing, faults } = statement
  return {
    ...{ fileName: name, added, known: rows.length - added, outgoing, faults },
    ahead: ahead.map(({ rowNo, onDay: day }) => ({ rowNo, day })),
  }
}

/**
 * Rows with the hash by which each is known: its transaction number, day and amount, or, without a number, all that it
 * says. Rows of a file that say the same are counted: two equal payments of a day are two.
 */
export function hashedRows(rows: readonly StatementRow[]): (StatementRow & { hash: string })[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const { onDay, amountCents, payer, memo, txnNo } = row
    const said = JSON.stringify([onDay, amountCents, ...(txnNo === null ? [payer, memo] : [null, txnNo])])
    const count = (counts.get(said) ?? 0) + 1
    counts.set(said, count)
    return { ...row, hash: createHash('sha256').update(`${count} ${said}`).digest('hex') }
  })
}

/**
 * Books what is left of a row on bills of one customer, by receipts like those that are written by hand; with `keepRest`
 * what they do not take stays to be booked. A row of a closed month is booked on a day of an open one, and says its own.
 */
export async function confirmRow(
  context: Context,
  { id, parts, keepRest, onDay }: Input<'confirm'>,
  addReceipt: AddReceipt,
): Promise<void> {
  const { db, actor, record } = context
  const row = await lockRow(db, actor, id)
  const state = row.state as RowState
  rules.assertOpen({ state })
  const booked = rules.bookedOn(row, onDay)
  rules.assertParts(parts, row.leftCents, keepRest)
  // In one order, whoever books: two rows that share bills wait for each other instead of for good.
  const sorted = parts.toSorted((a, b) => a.billId - b.billId)
  const bills = await findParties(
    db,
    actor,
    sorted.map(({ billId }) => billId),
  )
  rules.assertOneCustomer(bills, parts.length, row.companyCode)
  const split = parts.length > 1 || row.leftCents < row.amountCents
  const taken = row.txnNo && split ? await findTaken(db, row.companyCode, row.txnNo) : new Set<string>()
  const numbers = rules.numbersFor(row.txnNo, parts.length, taken, split)
  const receiptIds: number[] = []
  for (const [at, { billId, amountCents }] of sorted.entries()) {
    const receipt = { ...booked, amountCents, method: 'bank' as const, txnNo: numbers[at] ?? null }
    receiptIds.push(await addReceipt(context, { id: billId, ...receipt, note: row.payer || null }))
  }
  await insertLinks(db, id, receiptIds)
  record({
    ...{ action: 'confirm', entity: 'bank-row', recordId: id, companyCode: row.companyCode },
    changes: { parts: [null, sorted.map((part) => `${part.billId}: ${formatMoney(part.amountCents)}`)] },
  })
}

/** Says that a row pays no bill. */
export async function setAside(context: Context, { id, reason }: Input<'setAside'>): Promise<void> {
  const { db, actor, clock, record } = context
  const { companyCode, state } = await lockRow(db, actor, id)
  rules.assertOpen({ state: state as RowState })
  await setUnrelated(db, id, { reason, by: actor.id, at: clock() })
  const changes = { unrelatedReason: [null, reason] as [null, string] }
  record({ action: 'set-aside', entity: 'bank-row', recordId: id, companyCode, changes })
}

/** Takes back that a row pays no bill. */
export async function takeBack(context: Context, { id }: Input<'takeBack'>): Promise<void> {
  const { db, actor, record } = context
  const { companyCode, state, unrelatedReason } = await lockRow(db, actor, id)
  rules.assertUnrelated({ state: state as RowState })
  await setUnrelated(db, id, null)
  const changes = { unrelatedReason: [unrelatedReason, null] as [string | null, null] }
  record({ action: 'take-back', entity: 'bank-row', recordId: id, companyCode, changes })
}
