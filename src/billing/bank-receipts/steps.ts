import { createHash } from 'node:crypto'
import type * as z from 'zod'
import { today } from '#kit/calendar.ts'
import { nameKey } from '#kit/fields.ts'
import { formatMoney } from '#kit/format.ts'
import type { Context } from '#kit/serve.ts'
import { createdNow } from '#kit/stamps.ts'
import type { bankReceipts, RowState } from './contract.ts'
import {
  findParties,
  findUsedNumbers,
  insertFile,
  insertLinks,
  insertRows,
  lockRow,
  setUnrelated,
} from './queries.ts'
import * as rules from './rules.ts'
import type { Statement, StatementRow } from './statement.ts'

type Input<K extends keyof typeof bankReceipts> = z.output<(typeof bankReceipts)[K]['input']>

/** Adds a receipt to a bill, like a manual one, and returns its id. Implemented by `customer-bills`. */
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

/** Saves the incoming payments of a file. Skips known rows and rows dated in the future. */
export async function saveStatement(
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
  const fileId = await insertFile(db, { companyCode, name, hash, ...createdNow({ actor, clock }) })
  const rows = hashedRows(read).map(({ payer, ...row }) => ({
    ...row,
    companyCode,
    fileId,
    payer,
    payerKey: nameKey(payer),
  }))
  const added = await insertRows(db, rows)
  record({
    action: 'upload',
    entity: 'bank-file',
    recordId: fileId,
    companyCode,
    changes: { fileName: [null, name], added: [null, added], hash: [null, hash] },
  })
  const { outgoing, faults } = statement
  return {
    fileName: name,
    added,
    known: rows.length - added,
    outgoing,
    faults,
    ahead: ahead.map(({ rowNo, onDay: day }) => ({ rowNo, day })),
  }
}

/**
 * Adds to each row the hash that identifies it: of day, amount and transaction number, or, without a number, of day,
 * amount, payer and memo. Equal rows within a file are counted, so two equal payments on one day are two rows.
 */
export function hashedRows(rows: readonly StatementRow[]): (StatementRow & { hash: string })[] {
  const counts = new Map<string, number>()
  return rows.map((row) => {
    const { onDay, amountCents, payer, memo, txnNo } = row
    const identity = JSON.stringify([onDay, amountCents, ...(txnNo === null ? [payer, memo] : [null, txnNo])])
    const count = (counts.get(identity) ?? 0) + 1
    counts.set(identity, count)
    return { ...row, hash: createHash('sha256').update(`${count} ${identity}`).digest('hex') }
  })
}

/**
 * Books the unbooked amount of a row on bills of one customer by adding receipts. With `keepRest` the parts may total
 * less and the row stays open. A row of a closed month needs a day in an open month; the receipt keeps the bank's day
 * as `cameOn`.
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
  const booked = rules.resolveReceiptDay(row, onDay)
  rules.assertParts(parts, row.leftCents, keepRest)
  // Lock bills in ascending id order so that overlapping bookings cannot deadlock.
  const sorted = parts.toSorted((a, b) => a.billId - b.billId)
  const bills = await findParties(
    db,
    actor,
    sorted.map(({ billId }) => billId),
  )
  rules.assertOneCustomer(bills, parts.length, row.companyCode)
  const split = parts.length > 1 || row.leftCents < row.amountCents
  const usedNumbers =
    row.txnNo && split ? await findUsedNumbers(db, row.companyCode, row.txnNo) : new Set<string>()
  const numbers = rules.numbersFor(row.txnNo, parts.length, usedNumbers, split)
  const receiptIds: number[] = []
  for (const [at, { billId, amountCents }] of sorted.entries()) {
    const receipt = { ...booked, amountCents, method: 'bank' as const, txnNo: numbers[at] ?? null }
    receiptIds.push(await addReceipt(context, { id: billId, ...receipt, note: row.payer || null }))
  }
  await insertLinks(db, id, receiptIds)
  record({
    action: 'confirm',
    entity: 'bank-row',
    recordId: id,
    companyCode: row.companyCode,
    changes: { parts: [null, sorted.map((part) => `${part.billId}: ${formatMoney(part.amountCents)}`)] },
  })
}

/** Marks a row as unrelated to any bill. */
export async function setAside(context: Context, { id, reason }: Input<'setAside'>): Promise<void> {
  const { db, actor, clock, record } = context
  const { companyCode, state } = await lockRow(db, actor, id)
  rules.assertOpen({ state: state as RowState })
  await setUnrelated(db, id, { reason, by: actor.id, at: clock() })
  const changes = { unrelatedReason: [null, reason] as [null, string] }
  record({ action: 'set-aside', entity: 'bank-row', recordId: id, companyCode, changes })
}

/** Removes the mark 无关 from a row. */
export async function takeBack(context: Context, { id }: Input<'takeBack'>): Promise<void> {
  const { db, actor, record } = context
  const { companyCode, state, unrelatedReason } = await lockRow(db, actor, id)
  rules.assertUnrelated({ state: state as RowState })
  await setUnrelated(db, id, null)
  const changes = { unrelatedReason: [unrelatedReason, null] as [string | null, null] }
  record({ action: 'take-back', entity: 'bank-row', recordId: id, companyCode, changes })
}
