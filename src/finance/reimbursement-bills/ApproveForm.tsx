import { App, Input, Modal } from 'antd'
import { useState } from 'react'
import { formatMoney } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { DecimalValue } from '#kit/ui/decimalValue.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { type ClaimPage, claims } from './contract.ts'
import { categoryNames } from './rules.ts'

export interface ApproveFormProps {
  page: ClaimPage
  onClose: () => void
}

/** 通过: approves a claim in full or with lower amounts; the button shows the approved total. */
export function ApproveForm({ page, onClose }: ApproveFormProps) {
  const { message } = App.useApp()
  const approval = useApproval(page)
  const send = async () => {
    try {
      const { status } = await approval.send()
      void message.success(status === 'approved' ? t('已通过，等待打款') : t('已通过，转管理员审核'))
      onClose()
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return (
    <TouchSize>
      <Modal
        open
        width={520}
        title={t('通过{name}的“{title}”', { name: page.staffName, title: page.title })}
        okText={t('通过 {money}', { money: formatMoney(approval.sum) })}
        okButtonProps={{ disabled: approval.isWrong || approval.sum === 0 }}
        confirmLoading={approval.busy}
        onCancel={approval.busy ? undefined : onClose}
        onOk={() => void send()}
      >
        <Amounts page={page} approval={approval} />
      </Modal>
    </TouchSize>
  )
}

function Amounts({ page, approval }: { page: ClaimPage; approval: Approval }) {
  return (
    <>
      <ul className="claim-approve">
        {page.items.map((item) => (
          <li key={item.id}>
            <label htmlFor={`approve-${item.id}`}>
              {t(categoryNames[item.category])} {item.onDay.slice(5)}
              <small>{t('申请 {money}', { money: formatMoney(maxApprovable(item)) })}</small>
            </label>
            <MoneyInput
              id={`approve-${item.id}`}
              value={approval.amountOf(item)}
              onChange={(amount) => approval.change(item.id, amount)}
            />
          </li>
        ))}
      </ul>
      {approval.isWrong && <p className="claim-wrong">{t('核准金额要在 0 和申请金额之间。')}</p>}
      <Input.TextArea
        aria-label={t('审核说明')}
        placeholder={t('审核说明，核减时请写原因')}
        maxLength={500}
        autoSize={{ minRows: 2, maxRows: 4 }}
        value={approval.note}
        onChange={(event) => approval.setNote(event.target.value)}
      />
    </>
  )
}

type Item = ClaimPage['items'][number]

/** Maximum approvable amount of an item: requested, or approved by the previous level. */
const maxApprovable = (item: Item) => item.approvedCents ?? item.amountCents

type Approval = ReturnType<typeof useApproval>

/** State of the approval form, and the function that sends it. */
function useApproval({ id, version, items }: ClaimPage) {
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
    amountOf,
    note,
    setNote,
    busy: approve.isPending,
    change: (item: number, amount: DecimalValue) => setAmounts((now) => ({ ...now, [item]: amount })),
    isWrong: entries.some(({ amount, maximum }) => !fits(amount, maximum)),
    sum: entries.reduce((all, { amount }) => all + (typeof amount === 'number' ? amount : 0), 0),
    send: () => approve.mutateAsync({ id, version, items: lowered, note: note.trim() || null }),
  }
}
