import type { Day } from '#kit/calendar.ts'
import {
  type Consequence,
  type Consequences,
  changeRow,
  countRow,
  refusedRow,
  valueRow,
} from '#kit/consequences.ts'
import { sum } from '#kit/money.ts'
import { dryRunInTransaction } from '#kit/savepoint.ts'
import { type Context, serve } from '#kit/serve.ts'
import type { Sentence } from '#kit/text.ts'
import type { Bill } from './contract.ts'
import { billConsequences } from './contractConsequences.ts'
import {
  type BillBalances,
  lockBill,
  lockBills,
  readBalances,
  refundableLeft,
  unbookedOf,
} from './queries.ts'
import { getReceipt } from './receiptQueries.ts'
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
async function dryRunStep<T>(context: Context, ids: readonly number[], step: (inner: Context) => Promise<T>) {
  return dryRunInTransaction(context, async (inner) => {
    await lockBills(inner.db, inner.actor, ids)
    const before = await readBalances(inner.db, inner.actor, ids)
    const result = await step(inner)
    return { before, result, after: await readBalances(inner.db, inner.actor, ids) }
  })
}

/** Like `tried`, for a step on one bill in its current version. */
async function dryRunBillStep<T>(
  context: Context,
  id: number,
  step: (inner: Context, billVersion: { id: number; version: number }) => Promise<T>,
) {
  return dryRunStep(context, [id], async (inner) => {
    const { version } = await lockBill(inner.db, inner.actor, id)
    return step(inner, { id, version })
  })
}

/** Changes of the customers' receivables, deposits and open stops. */
function customerChanges(before: BillBalances, after: BillBalances): Consequence[] {
  const [one] = before.customers === 1 ? before.bills : []
  const values = { name: one?.customerName ?? '' }
  return [
    ...changeRow(
      'money',
      one ? '{name}的应收' : '这些客户的应收合计',
      [before.receivableCents, after.receivableCents],
      {
        values,
      },
    ),
    ...changeRow(
      'money',
      one ? '{name}的押金余额' : '这些客户的押金余额合计',
      [before.depositCents, after.depositCents],
      {
        values,
      },
    ),
    ...countRow('停止服务时留下的费用建议随之处理', before.openStops - after.openStops),
  ]
}

const owedOf = (bill: BillBalances['bills'][number] | undefined) =>
  bill ? bill.totalCents - bill.receivedCents : null
const statusOf = (bill: BillBalances['bills'][number] | undefined) => (bill ? statusNames[bill.status] : null)

/** Changes of the single bill of a step. */
function billChanges({ bills: [before] }: BillBalances, { bills: [after] }: BillBalances): Consequence[] {
  return [
    ...changeRow('word', '账单状态', [statusOf(before), statusOf(after)]),
    ...changeRow('money', '账单未收', [owedOf(before), owedOf(after)]),
  ]
}

/** Totals of the bills that were issued, and refusals. */
function issuedTotals(
  before: BillBalances,
  after: BillBalances,
  problems: readonly Sentence[],
): Consequence[] {
  const drafts = new Set(before.bills.filter(({ status }) => status === 'draft').map(({ id }) => id))
  const issued = after.bills.filter(({ id, status }) => drafts.has(id) && status !== 'draft')
  const codes = issued.flatMap(({ code }) => code ?? []).sort()
  const dueDays = issued.flatMap(({ dueOn }) => dueOn ?? []).sort()
  const lacking = issued.filter(({ missing }) => daysMissing(missing) > 0)
  const days = sum(lacking.map(({ missing }) => daysMissing(missing)))
  return [
    valueRow('count', '出账', issued.length, { note: '出账后明细不能再改；需要更正时另开调整。' }),
    valueRow('count', '客户', new Set(issued.map(({ customerId }) => customerId)).size),
    valueRow('money', '合计', sum(issued.map(({ totalCents }) => totalCents))),
    ...customerChanges(before, after),
    ...countRow('缺数据的账单', lacking.length, { note: '共缺 {days} 天', values: { days } }),
    ...(dueDays[0] ? [valueRow('text', '最早到期日', dueDays[0])] : []),
    ...(codes[0] ? [valueRow('text', '编号', spanOf(codes), { note: '以出账时为准' })] : []),
    ...refusedRow('不能出账', problems),
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

async function issueConsequences(context: Context, { id, dueOn }: { id: number; dueOn?: Day | undefined }) {
  const { before, after } = await dryRunBillStep(context, id, (inner, billVersion) =>
    issue(inner, { ...billVersion, dueOn, ...MISSING }),
  )
  return { items: issuedTotals(before, after, []) }
}

async function issueManyConsequences(
  context: Context,
  { ids, dueOn }: { ids: number[]; dueOn?: Day | undefined },
): Promise<Consequences> {
  const { before, after, result } = await dryRunStep(context, ids, (inner) =>
    issueMany(inner, { ids, dueOn, ...MISSING }),
  )
  const problems = result.results.flatMap(({ problem }) => problem ?? [])
  return { items: issuedTotals(before, after, problems) }
}

async function voidConsequences(context: Context, { id }: { id: number }): Promise<Consequences> {
  const { before, after } = await dryRunBillStep(context, id, async (inner, billVersion) => {
    await voidBill(inner, { ...billVersion, reason: REASON })
  })
  const [bill] = before.bills
  const label = bill?.status === 'draft' ? '不再出账的金额' : '不再收付的金额'
  return {
    items: [
      valueRow('money', label, bill?.totalCents ?? null),
      ...changeRow('word', '账单状态', [statusOf(bill), statusOf(after.bills[0])]),
      ...customerChanges(before, after),
    ],
  }
}

async function refundConsequences(
  context: Context,
  input: { id: number; amountCents: number },
): Promise<Consequences> {
  const { id, amountCents } = input
  const { before, after, result } = await dryRunBillStep(context, id, async (inner, billVersion) => {
    const [currentBill] = (await readBalances(inner.db, inner.actor, [id])).bills
    const left = currentBill ? await refundableLeft(inner.db, currentBill) : null
    const made = await refund(inner, { ...billVersion, amountCents, reason: REASON })
    const [now] = (await readBalances(inner.db, inner.actor, [id])).bills
    return { made, left: [left, now ? await refundableLeft(inner.db, now) : null] as const }
  })
  return {
    items: [
      valueRow('money', '新的退款账单', result.made.totalCents, { note: '付出后在那张账单上登记。' }),
      ...billChanges(before, after),
      ...changeRow('money', '这张账单还可退', result.left),
      ...customerChanges(before, after),
    ],
  }
}

async function writeOffConsequences(
  context: Context,
  input: { id: number; onDay: Day; amountCents: number },
): Promise<Consequences> {
  const { before, after } = await dryRunBillStep(context, input.id, async (inner, billVersion) => {
    await writeOff(inner, { ...input, ...billVersion, reason: REASON })
  })
  return {
    items: [
      valueRow('money', '计为坏账', input.amountCents, { note: '记在核销日期所在的月份，不计收款。' }),
      ...billChanges(before, after),
      ...customerChanges(before, after),
    ],
  }
}

async function reverseConsequences(
  context: Context,
  { id, receiptId, onDay }: { id: number; receiptId: number; onDay: Day },
): Promise<Consequences> {
  const { before, after, result } = await dryRunBillStep(context, id, async (inner) => {
    const left = await unbookedOf(inner.db, receiptId)
    await reverse(inner, { id, receiptId, onDay, reason: REASON })
    return [left, await unbookedOf(inner.db, receiptId)] as const
  })
  return {
    items: [
      ...billChanges(before, after),
      ...customerChanges(before, after),
      ...changeRow('money', '银行流水回到待认领', result),
    ],
  }
}

/** Changes of both bills of a move, the source bill first, and whether the receipt becomes a prepayment. */
async function moveConsequences(
  context: Context,
  { id, receiptId, billId }: { id: number; receiptId: number; billId: number },
): Promise<Consequences> {
  const { before, after, result } = await dryRunStep(context, [id, billId], async (inner) => {
    const { version } = await lockBill(inner.db, inner.actor, id)
    const receipt = await getReceipt(inner.db, id, receiptId)
    await move(inner, { id, version, receiptId, billId, reason: REASON })
    return receipt
  })
  const find = ({ bills }: BillBalances, of: number) => bills.find((bill) => bill.id === of)
  const rowsOf = (of: number) => {
    const [was, is] = [find(before, of), find(after, of)]
    const values = { code: was?.code ?? '' }
    return [
      ...changeRow('money', '{code} 未收', [owedOf(was), owedOf(is)], { values }),
      ...changeRow('word', '{code} 的状态', [statusOf(was), statusOf(is)], { values }),
    ]
  }
  return {
    items: [
      ...rowsOf(id),
      ...rowsOf(billId),
      ...paidAhead(find(after, billId), result),
      ...customerChanges(before, after),
    ],
  }
}

/** Consequence for a receipt dated before its bill was issued. */
function paidAhead(
  bill: BillBalances['bills'][number] | undefined,
  { onDay, amountCents }: { onDay: Day; amountCents: number },
): Consequence[] {
  if (!bill?.issuedOn || daysPaidAhead(bill, onDay) === 0) return []
  const values = { day: onDay, issuedOn: bill.issuedOn }
  return [
    valueRow('money', '算预收', amountCents, { note: '收款日期 {day} 早于出账日期 {issuedOn}。', values }),
  ]
}

export const billConsequencesServer = serve(
  billConsequences,
  {
    issue: issueConsequences,
    issueMany: issueManyConsequences,
    void: voidConsequences,
    refund: refundConsequences,
    writeOff: writeOffConsequences,
    reverse: reverseConsequences,
    move: moveConsequences,
  },
  conflicts,
)
