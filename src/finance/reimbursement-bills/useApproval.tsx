import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import type { DecimalValue } from '#kit/ui/decimalValue.ts'
import type { ClaimPage } from './contract.ts'
import { claims } from './contract.ts'

type Item = ClaimPage['items'][number]

/** Maximum approvable amount of an item: requested, or approved by the previous level. */
export const maxApprovable = (item: Item) => item.approvedCents ?? item.amountCents

export type Approval = ReturnType<typeof useApproval>

/** State of the approval form, and the function that sends it. */
export function useApproval({ id, version, items }: ClaimPage) {
  const approve = useAction(claims.approve)
  const [amounts, setAmounts] = useState<Record<number, DecimalValue>>({})
  const [note, setNote] = useState('')
  const amountOf = (item: Item) => (item.id in amounts ? amounts[item.id] : maxApprovable(item))
  const entries = items.map((item) => ({ id: item.id, maximum: maxApprovable(item), amount: amountOf(item) }))
  const fits = (amount: DecimalValue, maximum: number): amount is number =>
    typeof amount === 'number' && amount >= 0 && amount <= maximum
  const lowered = entries.flatMap((one) =>
    fits(one.amount, one.maximum) && one.amount !== one.maximum
      ? [{ id: one.id, approvedCents: one.amount }]
      : [],
  )
  return {
    ...{ amountOf, note, setNote, busy: approve.isPending },
    change: (item: number, amount: DecimalValue) => setAmounts((now) => ({ ...now, [item]: amount })),
    isWrong: entries.some(({ amount, maximum }) => !fits(amount, maximum)),
    sum: entries.reduce((all, { amount }) => all + (typeof amount === 'number' ? amount : 0), 0),
    send: () => approve.mutateAsync({ id, version, items: lowered, note: note.trim() || null }),
  }
}
