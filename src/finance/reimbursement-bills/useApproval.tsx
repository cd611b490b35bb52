import { useState } from 'react'
import { useAction } from '#kit/query.tsx'
import type { DecimalValue } from '#kit/ui/decimalValue.ts'
import type { ClaimPage } from './contract.ts'
import { claims } from './contract.ts'

type Item = ClaimPage['items'][number]

/** Maximum approvable amount of an item: requested, or approved by the previous level. */
export const mostOf = (item: Item) => item.approvedCents ?? item.amountCents

export type Approval = ReturnType<typeof useApproval>

/** State of the approval form, and the function that sends it. */
export function useApproval({ id, version, items }: ClaimPage) {
  const approve = useAction(claims.approve)
  const [amounts, setAmounts] = useState<Record<number, DecimalValue>>({})
  const [note, setNote] = useState('')
  const amountOf = (item: Item) => (item.id in amounts ? amounts[item.id] : mostOf(item))
  const told = items.map((item) => ({ id: item.id, most: mostOf(item), amount: amountOf(item) }))
  const fits = (amount: DecimalValue, most: number): amount is number =>
    typeof amount === 'number' && amount >= 0 && amount <= most
  const lowered = told.flatMap((one) =>
    fits(one.amount, one.most) && one.amount !== one.most ? [{ id: one.id, approvedCents: one.amount }] : [],
  )
  return {
    ...{ amountOf, note, setNote, busy: approve.isPending },
    change: (item: number, amount: DecimalValue) => setAmounts((now) => ({ ...now, [item]: amount })),
    isWrong: told.some(({ amount, most }) => !fits(amount, most)),
    sum: told.reduce((all, { amount }) => all + (typeof amount === 'number' ? amount : 0), 0),
    send: () => approve.mutateAsync({ id, version, items: lowered, note: note.trim() || null }),
  }
}
