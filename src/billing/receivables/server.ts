import type * as z from 'zod'
import { addDays, type Day, monthOf, today } from '#kit/calendar.ts'
import { coversIfEmpty } from '#kit/list.ts'
import { sum } from '#kit/money.ts'
import { type Context, serve } from '#kit/serve.ts'
import { assertCompanyFilter } from '#people/companies/rules.ts'
import {
  type AgedBill,
  type DepositLine,
  receivables,
  type Statement,
  type StatementLine,
} from './contract.ts'
import {
  type AgeingScope,
  countIssued,
  findAgedBills,
  findAges,
  findDepositMovements,
  findMovements,
  getBefore,
  getDebtor,
} from './queries.ts'
import { assertNotFuture, assertSpan, isCharge, withBalances } from './rules.ts'

type Movement = Awaited<ReturnType<typeof findMovements>>[number]

/** A customer's account over some days: opening balance, movements with running balance, and the deposit. */
async function readStatement(
  { db, actor, clock }: Context,
  { id, from, to }: z.output<(typeof receivables)['statement']['input']>,
): Promise<Statement> {
  const { sender, ...customer } = await getDebtor(db, actor, id, today(clock))
  assertSpan(from, to)
  assertNotFuture('to', to, today(clock))
  const before = await getBefore(db, id, from)
  const after = await getBefore(db, id, addDays(to, 1))
  const lines = withBalances(before.owedCents, (await findMovements(db, id, from, to)).map(toStatementLine))
  const depositMovements = (await findDepositMovements(db, id, from, to)).map(toDepositLine)
  const amounts = (isBill: boolean) =>
    sum(lines.filter(({ what }) => isCharge(what) === isBill).map(({ amountCents }) => amountCents))
  return {
    customer,
    sender,
    from,
    to,
    lines,
    openingCents: before.owedCents,
    billedCents: amounts(true),
    settledCents: amounts(false),
    closingCents: after.owedCents,
    deposit: {
      openingCents: before.depositCents,
      closingCents: after.depositCents,
      lines: withBalances(before.depositCents, depositMovements),
    },
  }
}

function toStatementLine(movement: Movement): Omit<StatementLine, 'balanceCents'> {
  const { onDay, amountCents, billId, code, monthOn, storeName, txnNo } = movement
  return {
    onDay: onDay ?? '',
    amountCents: amountCents ?? 0,
    billId,
    code: code ?? '',
    storeName,
    txnNo,
    what: whatOf(movement),
    month: monthOf(monthOn),
    kind: movement.kind,
    method: movement.method,
  }
}

type DepositMovement = Awaited<ReturnType<typeof findDepositMovements>>[number]

function toDepositLine(movement: DepositMovement): Omit<DepositLine, 'balanceCents'> {
  const { onDay, amountCents, billId, code } = movement
  return {
    onDay: onDay ?? '',
    amountCents: amountCents ?? 0,
    billId,
    code: code ?? '',
    what: depositWhatOf(movement),
  }
}

function depositWhatOf({ receiptId, kind, amountCents }: DepositMovement): DepositLine['what'] {
  if (receiptId === null) return 'refunded'
  const isMore = (amountCents ?? 0) > 0
  if (kind === 'deposit') return isMore ? 'received' : 'reversed'
  return isMore ? 'freed' : 'used'
}

function whatOf({ what, reversesId, method, totalCents }: Movement): StatementLine['what'] {
  if (what !== 'receipt') return what === 'void' ? 'void' : 'bill'
  if (reversesId !== null) return 'reversal'
  if (method === 'deposit' || method === 'writeoff') return method
  return totalCents < 0 ? 'payout' : 'receipt'
}

export const receivablesServer = serve(receivables, {
  list: async (context, query) => {
    const ageingScope = toAgeingScope(context, query)
    const found = await findAges(context.db, ageingScope, query)
    return { ...found, on: ageingScope.on, covers: await coversOf(context, found.total) }
  },
  bills: async (context, query) => {
    const ageingScope = toAgeingScope(context, query)
    const found = await findAgedBills(context.db, ageingScope, query)
    const covers = await coversOf(context, found.total)
    return { ...found, items: found.items.map(toAgedBill), on: ageingScope.on, covers }
  },
  statement: readStatement,
})

/** The issued bills that an empty list covers. */
const coversOf = ({ db, actor }: Context, total: number) => coversIfEmpty(total, () => countIssued(db, actor))

/** Balances at the requested day, or today. */
function toAgeingScope(
  { actor, clock }: Context,
  { on, companyCode }: { on?: Day | undefined; companyCode?: string[] | undefined },
): AgeingScope {
  assertCompanyFilter(actor, companyCode)
  const now = today(clock)
  if (on) assertNotFuture('on', on, now)
  return { actor, on: on ?? now, isToday: (on ?? now) === now }
}

type Row = Awaited<ReturnType<typeof findAgedBills>>['items'][number]

/** Formats a bill; credits are never overdue. */
function toAgedBill({ pastDue, monthOn, code, issuedOn, dueOn, ...row }: Row): AgedBill {
  return {
    ...row,
    code: code ?? '',
    issuedOn: issuedOn ?? '',
    dueOn: dueOn ?? '',
    month: monthOf(monthOn),
    kind: row.kind,
    overdueDays: pastDue > 0 && row.owedCents > 0 ? pastDue : null,
  }
}
