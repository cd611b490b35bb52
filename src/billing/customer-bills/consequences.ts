import { dryRun } from '#kit/attempt.ts'
import type { Day } from '#kit/calendar.ts'
import type { Consequence, Consequences } from '#kit/consequences.ts'
import { change, some, what } from '#kit/consequences.ts'
import { sum } from '#kit/money.ts'
import type { Context } from '#kit/serve.ts'
import { serve } from '#kit/serve.ts'
import type { Bill } from './contract.ts'
import { billConsequences } from './contractConsequences.ts'
import { lockBill } from './queries.ts'
import type { Books } from './queriesOfConsequences.ts'
import { leftOf, readBooks, unbookedOf } from './queriesOfConsequences.ts'
import { getReceipt } from './queriesOfReceipts.ts'
import { reverse } from './receipts.ts'
import { move } from './redating.ts'
import { refund } from './refunds.ts'
import { conflicts, daysPaidAhead, statusNames } from './rules.ts'
import { issue, issueMany, voidBill } from './steps.ts'
import { writeOff } from './writingOff.ts'

/** Placeholder for the reason, which the user enters later and which does not affect the preview. */
const REASON = '-'
/** Placeholder for the reason to issue with missing data. */
const MISSING = { missingReason: 'other', missingNote: REASON } as const

/** Runs a step, reads the books before and after it, and rolls back. */
async function tried<T>(context: Context, ids: readonly number[], step: (inner: Context) => Promise<T>) {
  return dryRun(context, async (inner) => {
    const before = await readBooks(inner.db, inner.actor, ids)
    const result = await step(inner)
    return { before, result, after: await readBooks(inner.db, inner.actor, ids) }
  })
}

/** Like `tried`, for a step on one bill in its current version. */
async function triedOne<T>(
  context: Context,
  id: number,
  step: (inner: Context, seen: { id: number; version: number }) => Promise<T>,
) {
  return tried(context, [id], async (inner) => {
    const { version } = await lockBill(inner.db, inner.actor, id)
    return step(inner, { id, version })
  })
}

/** Changes of the customers' receivables, deposits and open stops. */
function forCustomers(before: Books, after: Books): Consequence[] {
  const [one] = before.customers === 1 ? before.bills : []
  const values = { name: one?.customerName ?? '' }
  return [
    ...change(
      'money',
      one ? '{name}的应收' : '这些客户的应收合计',
      [before.receivableCents, after.receivableCents],
      {
        values,
      },
    ),
    ...change(
      'money',
      one ? '{name}的押金余额' : '这些客户的押金余额合计',
      [before.depositCents, after.depositCents],
      {
        values,
      },
    ),
    ...some('停止服务时留下的费用建议随之处理', before.openStops - after.openStops),
  ]
}

const owedOf = (bill: Books['bills'][number] | undefined) =>
  bill ? bill.totalCents - bill.receivedCents : null
const statusOf = (bill: Books['bills'][number] | undefined) =>
  bill ? statusNames[bill.status as Bill['status']] : null

/** Changes of the single bill of a step. */
function forBill({ bills: [before] }: Books, { bills: [after] }: Books): Consequence[] {
  return [
    ...change('word', '账单状态', [statusOf(before), statusOf(after)]),
    ...change('money', '账单未收', [owedOf(before), owedOf(after)]),
  ]
}

/** Totals of the bills that were issued, and refusals. */
function forIssued(before: Books, after: Books, problems: readonly string[]): Consequence[] {
  const drafts = new Set(before.bills.filter(({ status }) => status === 'draft').map(({ id }) => id))
  const issued = after.bills.filter(({ id, status }) => drafts.has(id) && status !== 'draft')
  const codes = issued.flatMap(({ code }) => code ?? []).sort()
  const dueDays = issued.flatMap(({ dueOn }) => dueOn ?? []).sort()
  const lacking = issued.filter(({ missing }) => daysMissing(missing) > 0)
  const days = sum(lacking.map(({ missing }) => daysMissing(missing)))
  return [
    what('count', '出账', issued.length, { note: '出账后明细不能再改；需要更正时另开调整。' }),
    what('count', '客户', new Set(issued.map(({ customerId }) => customerId)).size),
    what('money', '合计', sum(issued.map(({ totalCents }) => totalCents))),
    ...forCustomers(before, after),
    ...some('缺数据的账单', lacking.length, { note: '共缺 {days} 天', values: { days } }),
    ...(dueDays[0] ? [what('text', '最早到期日', dueDays[0])] : []),
    ...(codes[0] ? [what('text', '编号', spanOf(codes), { note: '以出账时为准' })] : []),
    ...some('不能出账', problems.length, problems[0] ? { note: problems[0] } : {}),
  ]
}

function spanOf(codes: readonly string[]): string {
  const [first, last] = [codes[0] ?? '', codes.at(-1) ?? '']
  return first === last ? first : `${first} – ${last}`
}

/** Number of days without the figures that the price needs. */
function daysMissing(missing: unknown): number {
  return sum((missing as Bill['missing']).map(({ days }) => days.length))
}

async function ofIssue(context: Context, { id, dueOn }: { id: number; dueOn?: Day | undefined }) {
  const { before, after } = await triedOne(context, id, (inner, seen) =>
    issue(inner, { ...seen, dueOn, ...MISSING }),
  )
  return { items: forIssued(before, after, []) }
}

async function ofIssueMany(
  context: Context,
  { ids, dueOn }: { ids: number[]; dueOn?: Day | undefined },
): Promise<Consequences> {
  const { before, after, result } = await tried(context, ids, (inner) =>
    issueMany(inner, { ids, dueOn, ...MISSING }),
  )
  const problems = result.results.flatMap(({ problem }) => problem ?? [])
  return { items: forIssued(before, after, problems) }
}

async function ofVoid(context: Context, { id }: { id: number }): Promise<Consequences> {
  const { before, after } = await triedOne(context, id, async (inner, seen) => {
    await voidBill(inner, { ...seen, reason: REASON })
  })
  const [bill] = before.bills
  const label = bill?.status === 'draft' ? '不再出账的金额' : '不再收付的金额'
  return {
    items: [
      what('money', label, bill?.totalCents ?? null),
      ...change('word', '账单状态', [statusOf(bill), statusOf(after.bills[0])]),
      ...forCustomers(before, after),
    ],
  }
}

async function ofRefund(context: Context, input: { id: number; amountCents: number }): Promise<Consequences> {
  const { id, amountCents } = input
  const { before, after, result } = await triedOne(context, id, async (inner, seen) => {
    const [standing] = (await readBooks(inner.db, inner.actor, [id])).bills
    const left = standing ? await leftOf(inner.db, standing) : null
    const made = await refund(inner, { ...seen, amountCents, reason: REASON })
    const [now] = (await readBooks(inner.db, inner.actor, [id])).bills
    return { made, left: [left, now ? await leftOf(inner.db, now) : null] as const }
  })
  return {
    items: [
      what('money', '新的退款账单', result.made.totalCents, { note: '付出后在那张账单上登记。' }),
      ...forBill(before, after),
      ...change('money', '这张账单还可退', result.left),
      ...forCustomers(before, after),
    ],
  }
}

async function ofWriteOff(
  context: Context,
  input: { id: number; onDay: Day; amountCents: number },
): Promise<Consequences> {
  const { before, after } = await triedOne(context, input.id, async (inner, seen) => {
    await writeOff(inner, { ...input, ...seen, reason: REASON })
  })
  return {
    items: [
      what('money', '计为坏账', input.amountCents, { note: '记在核销日期所在的月份，不计收款。' }),
      ...forBill(before, after),
      ...forCustomers(before, after),
    ],
  }
}

async function ofReverse(
  context: Context,
  { id, receiptId, onDay }: { id: number; receiptId: number; onDay: Day },
): Promise<Consequences> {
  const { before, after, result } = await triedOne(context, id, async (inner) => {
    const left = await unbookedOf(inner.db, receiptId)
    await reverse(inner, { id, receiptId, onDay, reason: REASON })
    return [left, await unbookedOf(inner.db, receiptId)] as const
  })
  return {
    items: [
      ...forBill(before, after),
      ...forCustomers(before, after),
      ...change('money', '银行流水回到待认领', result),
    ],
  }
}

/** Changes of both bills of a move, the source bill first, and whether the receipt becomes a prepayment. */
async function ofMove(
  context: Context,
  { id, receiptId, billId }: { id: number; receiptId: number; billId: number },
): Promise<Consequences> {
  const { before, after, result } = await tried(context, [id, billId], async (inner) => {
    const { version } = await lockBill(inner.db, inner.actor, id)
    const receipt = await getReceipt(inner.db, id, receiptId)
    await move(inner, { id, version, receiptId, billId, reason: REASON })
    return receipt
  })
  const find = ({ bills }: Books, of: number) => bills.find((bill) => bill.id === of)
  const rowsOf = (of: number) => {
    const [was, is] = [find(before, of), find(after, of)]
    const values = { code: was?.code ?? '' }
    return [
      ...change('money', '{code} 未收', [owedOf(was), owedOf(is)], { values }),
      ...change('word', '{code} 的状态', [statusOf(was), statusOf(is)], { values }),
    ]
  }
  return {
    items: [
      ...rowsOf(id),
      ...rowsOf(billId),
      ...paidAhead(find(after, billId), result),
      ...forCustomers(before, after),
    ],
  }
}

/** Consequence for a receipt dated before its bill was issued. */
function paidAhead(
  bill: Books['bills'][number] | undefined,
  { onDay, amountCents }: { onDay: Day; amountCents: number },
): Consequence[] {
  if (!bill?.issuedOn || daysPaidAhead(bill, onDay) === 0) return []
  const values = { day: onDay, issuedOn: bill.issuedOn }
  return [what('money', '算预收', amountCents, { note: '收款日期 {day} 早于出账日期 {issuedOn}。', values })]
}

export const billConsequencesServer = serve(
  billConsequences,
  {
    issue: ofIssue,
    issueMany: ofIssueMany,
    void: ofVoid,
    refund: ofRefund,
    writeOff: ofWriteOff,
    reverse: ofReverse,
    move: ofMove,
  },
  conflicts,
)
