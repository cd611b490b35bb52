import type { BillPage } from '#billing/customer-bills/contract.ts'
import { taxRateOf } from '#billing/customer-bills/rules.ts'
import type { Caller, TestApp } from './testApp.ts'

/** Sets the clock to noon of a day and keeps the sessions valid. */
export async function setClockTo({ clock, db }: Pick<TestApp, 'clock' | 'db'>, day: string): Promise<void> {
  clock.now = new Date(`${day}T04:00:00Z`)
  await db.updateTable('session').set({ seenAt: clock.now, createdAt: clock.now }).execute()
}

/** Creates a bill with one line and issues it at the current time of the clock. */
export async function issueBill(
  who: Caller,
  customerId: number,
  cents: number,
  { dueOn, ...more }: { dueOn?: string; [field: string]: unknown } = {},
): Promise<BillPage> {
  const draft = await who.post('/api/customer-bills', {
    customerId,
    kind: 'adjustment',
    month: '2026-05',
    lines: [{ label: '服务', qty: 1, priceCents: cents, taxRateBp: taxRateOf(String(more.kind)) }],
    ...more,
  })
  if (draft.status !== 200) throw new Error(JSON.stringify(draft.body))
  const { id, version } = draft.data
  const answer = await who.post(`/api/customer-bills/${id}/issue`, { version, dueOn })
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.data
}
