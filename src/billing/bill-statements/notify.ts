import type { StatementStatus } from '#billing/customer-bills/contract.ts'
import type { Database } from '#db/connect.ts'
import { type NewNotice, notify } from '#platform/notices/queries.ts'
import type { LiveLink, ShownBill } from './queries.ts'

interface AnswerNotice {
  link: LiveLink
  bill: ShownBill['bill']
  status: StatementStatus
  submitted: { at: number | null; answer: string; note: string }
  at: Date
}

/**
 * Notifies the maker of the link and the customer owner: once per objected line, and once per link when all lines are
 * confirmed. Owners may lack access to bills, so their notice links to the customer.
 */
export async function notifyAnswer(
  db: Database,
  { link, bill, status, submitted, at }: AnswerNotice,
): Promise<void> {
  const isObjection = submitted.answer === 'objected'
  if (!isObjection && status !== 'confirmed') return
  const values = { customer: bill.customerName, bill: bill.code ?? '' }
  const notice: Omit<NewNotice, 'staffId' | 'link'> = {
    companyCode: link.companyCode,
    kind: 'statementAnswered',
    at,
    title: {
      sentence: isObjection ? '{customer}对账单 {bill} 有异议' : '{customer}已确认账单 {bill}',
      values,
    },
    text: isObjection
      ? { sentence: '第 {n} 行：{note}', values: { n: submitted.at ?? 0, note: submitted.note } }
      : null,
    dedupeKey: isObjection ? `${link.id} ${submitted.at}` : `${link.id} confirmed`,
  }
  const notices = [{ ...notice, staffId: link.madeBy, link: `/customer-bill-management/${link.billId}` }]
  if (bill.ownerId !== link.madeBy) {
    notices.push({
      ...notice,
      staffId: bill.ownerId,
      link: `/customer-management/${bill.customerId}?tab=bills`,
    })
  }
  await notify(db, notices)
}
