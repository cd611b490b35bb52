import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { claimPath } from './claimColumns.tsx'
import type { ClaimPage } from './contract.ts'
import { claims } from './contract.ts'
import type { ClaimAction } from './StepForms.tsx'

/** Actions that the user may take on a claim. */
export function useClaimActions(
  page: ClaimPage | undefined,
  onAction: (action: ClaimAction) => void,
): Maybe<Action>[] {
  const withdraw = useAction(claims.withdraw)
  const { message } = App.useApp()
  if (!page) return []
  const { id, version, status, mine, mayDecide, mayPay, payout } = page
  const open = status === 'draft' || status === 'returned'
  const withdrawClaim = async () => {
    try {
      await withdraw.mutateAsync({ id, version })
      void message.success(t('已撤回为草稿'))
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return [
    mine && open && { key: 'edit', label: t('继续填写'), primary: true, to: `${claimPath}/${id}/edit` },
    mine &&
      status === 'submitted' && {
        ...{ key: 'withdraw', label: t('撤回修改'), onClick: withdrawClaim },
        confirm: t('撤回后可以修改，再提交时从第一级重新审核。'),
      },
    mayDecide && { key: 'reject', label: t('驳回'), danger: true, onClick: () => onAction('reject') },
    mayDecide && { key: 'return', label: t('退回修改'), onClick: () => onAction('return') },
    mayDecide && { key: 'approve', label: t('通过'), primary: true, onClick: () => onAction('approve') },
    mayPay && payout && { key: 'drop', label: t('作废付款文件'), onClick: () => onAction('drop') },
    mayPay && { key: 'pay', label: t('打款'), primary: true, onClick: () => onAction('pay') },
  ]
}
