import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '#access/can.ts'
import { PayoutVouchers } from '#billing/vouchers/ui/VoucherList.tsx'
import { formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { Fact } from '#kit/ui/Facts.tsx'
import { Facts } from '#kit/ui/Facts.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { Revealable } from '#kit/ui/Revealable.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { ClaimItems } from './ClaimItems.tsx'
import { ClaimStatus } from './claimColumns.tsx'
import { claimFacts, claimFiguresOf, claimSteps } from './claimFacts.tsx'
import type { ClaimPage } from './contract.ts'
import { claims } from './contract.ts'
import { Decisions } from './Decisions.tsx'
import { levelNames, statusNames } from './rules.ts'
import type { ClaimAction } from './StepForms.tsx'
import { StepForms } from './StepForms.tsx'
import { useClaimActions } from './useClaimActions.tsx'
import './claims.css'

/** Page of one claim: items, files, decisions, and the actions that the user may take. */
export function ClaimScreen() {
  const id = Number(useParams().id)
  const [action, setAction] = useState<ClaimAction | null>(null)
  const position = useNeighbours(claims.list, id)
  const { data: page, ...call } = useCall(claims.get, { id }, { messagePlace: 'inPage' })
  const actions = useClaimActions(page, setAction)
  const { whyAction, whyDialog } = useAccessExplanation('reimbursement', id, page?.companyCode)
  return (
    <>
      <Watermark />
      <DetailPage
        title={page?.title}
        code={page?.code}
        status={page && <ClaimStatus claim={page} />}
        loading={call.isLoading}
        error={call.error}
        onRetry={() => void call.refetch()}
        actions={[...actions, whyAction]}
        position={position}
        steps={page && claimSteps(page)}
        figures={page && claimFiguresOf(page)}
        tabs={page ? tabsOf(page) : []}
        aside={page && <Aside page={page} />}
      />
      {page && <StepForms page={page} action={action} onClose={() => setAction(null)} />}
      {whyDialog}
    </>
  )
}

function tabsOf(page: ClaimPage) {
  return [
    {
      key: 'items',
      label: t('明细'),
      count: page.itemCount,
      children: <ClaimItems page={page} />,
    },
    { key: 'log', label: t('操作日志'), children: <RecordLog {...claimLog(page.id)} /> },
  ]
}

function Aside({ page }: { page: ClaimPage }) {
  const reviews = can(useUser(), 'canReviewReimbursementBill')
  return (
    <>
      <Panel title={t('审核经过')}>
        <Decisions page={page} />
      </Panel>
      <Panel title={t('收款人')}>
        <Facts items={usePayee(page)} />
      </Panel>
      {reviews && page.status === 'paid' && (
        <Panel title={t('打款凭证')} hint={t('同一天、同一凭证号打款的共用；只有审核人能看')}>
          <PayoutVouchers claimId={page.id} />
        </Panel>
      )}
      <Panel title={t('资料')}>
        <Facts items={claimFacts(page)} />
      </Panel>
    </>
  )
}

/** Payee as saved on submission; reviewers can reveal the card number with a reason. */
function usePayee({ id, payeeName, payeeBank, payeeCard }: ClaimPage): Fact[] {
  const reviews = can(useUser(), 'canReviewReimbursementBill')
  const card = reviews ? (
    <Revealable
      {...{ value: payeeCard, label: t('收款卡号'), id, field: 'payeeCard' as const }}
      endpoint={claims.reveal}
    />
  ) : (
    payeeCard
  )
  return [
    { label: t('收款人'), value: payeeName },
    { label: t('开户行'), value: payeeBank },
    { label: t('收款卡号'), value: card },
  ]
}

/** Settings for the audit log of a claim. */
function claimLog(recordId: number) {
  return {
    ...{ endpoint: auditLogs.list, entity: 'reimbursement' as const, recordId, editedBy: claims.create },
    labels: {
      ...{ code: t('单号'), status: t('状态'), totalCents: t('申请金额'), approvedCents: t('核准金额') },
      ...{ itemCount: t('明细笔数'), note: t('说明'), level: t('审核环节'), forId: t('代谁审核') },
      ...{ paidOn: t('打款日期'), voucherNo: t('凭证号'), attachment: t('附件'), cents: t('付款金额') },
      ...{ payout: t('付款文件'), reason: t('原因'), voucher: t('凭证文件') },
    },
    choices: { status: statusNames, level: levelNames },
    actions: {
      ...{ submit: '提交', withdraw: '撤回', approve: '通过', return: '退回', reject: '驳回', pay: '打款' },
      ...{ attach: '上传附件', detach: '删除附件', 'bank-file': '下载银行付款文件' },
      ...{ 'drop-bank-file': '作废付款文件', 'attach-voucher': '上传凭证', 'detach-voucher': '删除凭证' },
    },
    valueText: (field: string, value: unknown) =>
      field === 'cents' && typeof value === 'number' ? formatMoney(value) : undefined,
  }
}
