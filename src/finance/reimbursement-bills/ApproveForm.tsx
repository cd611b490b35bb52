import { App, Input, Modal } from 'antd'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import type { ClaimPage } from './contract.ts'
import { categoryNames } from './rules.ts'
import type { Approval } from './useApproval.tsx'
import { maxApprovable, useApproval } from './useApproval.tsx'

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
