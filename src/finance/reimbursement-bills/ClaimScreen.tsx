import { App } from 'antd'
import { useState } from 'react'
import { useParams } from 'react-router'
import { can } from '#access/can.ts'
import { PayoutVouchers } from '#billing/vouchers/ui/VoucherList.tsx'
import { formatCount, formatInstant, formatInstantShort, formatMoney } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import type { DetailFigure, DetailStep } from '#kit/ui/detail/declare.tsx'
import { type Fact, Facts } from '#kit/ui/Facts.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecordLog } from '#kit/ui/RecordLog.tsx'
import { Revealable } from '#kit/ui/Revealable.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { auditLogs } from '#platform/audit-logs/contract.ts'
import { ClaimItems } from './ClaimItems.tsx'
import { ClaimStatus, claimPath } from './claimColumns.tsx'
import { type ClaimPage, claims, type Decision } from './contract.ts'
import { levelNames, statusNames, statusTones } from './rules.ts'
import { type ClaimAction, StepForms } from './StepForms.tsx'
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
      value={payeeCard}
      label={t('收款卡号')}
      id={id}
      field={'payeeCard' as const}
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
    endpoint: auditLogs.list,
    entity: 'reimbursement' as const,
    recordId,
    editedBy: claims.create,
    labels: {
      code: t('单号'),
      status: t('状态'),
      totalCents: t('申请金额'),
      approvedCents: t('核准金额'),
      itemCount: t('明细笔数'),
      note: t('说明'),
      level: t('审核环节'),
      forId: t('代谁审核'),
      paidOn: t('打款日期'),
      voucherNo: t('凭证号'),
      attachment: t('附件'),
      cents: t('付款金额'),
      payout: t('付款文件'),
      reason: t('原因'),
      voucher: t('凭证文件'),
    },
    choices: { status: statusNames, level: levelNames },
    actions: {
      submit: '提交',
      withdraw: '撤回',
      approve: '通过',
      return: '退回',
      reject: '驳回',
      pay: '打款',
      attach: '上传附件',
      detach: '删除附件',
      'bank-file': '下载银行付款文件',
      'drop-bank-file': '作废付款文件',
      'attach-voucher': '上传凭证',
      'detach-voucher': '删除凭证',
    },
    valueText: (field: string, value: unknown) =>
      field === 'cents' && typeof value === 'number' ? formatMoney(value) : undefined,
  }
}

/** Decisions on the claim, oldest first, and the levels still to decide. */
function Decisions({ page }: { page: ClaimPage }) {
  const { decisions, levels } = page
  if (decisions.length === 0 && levels.length === 0)
    return <p className="claim-quiet">{t('还没有提交审核')}</p>
  return (
    <ol className="claim-decisions">
      {decisions.map((decision) => (
        <DecisionRow key={decision.id} decision={decision} />
      ))}
      {levels.map((level) => (
        <li key={level} className="claim-decision-open">
          <span>{t(levelNames[level])}</span>
          <small>{t('等待审核')}</small>
        </li>
      ))}
    </ol>
  )
}

function DecisionRow({ decision }: { decision: Decision }) {
  const { verdict, byName, forName, at, approvedCents, note, level } = decision
  const who = forName ? t('{name}代{absent}', { name: byName, absent: forName }) : byName
  return (
    <li>
      <span>
        {t(levelNames[level])} <StatusTag tone={statusTones[verdict]} label={t(statusNames[verdict])} />
      </span>
      <small>
        {who} · {formatInstantShort(at)}
        {approvedCents !== null && ` · ${formatMoney(approvedCents)}`}
      </small>
      {note && <p>{note}</p>}
    </li>
  )
}

/** Progress steps of a claim, from draft to paid, or to its return or rejection. */
function claimSteps(page: ClaimPage): DetailStep[] {
  const { status, submittedAt, decidedAt, paidOn } = page
  const at = (instant: string | null) => instant && formatInstantShort(instant)
  const name = (of: keyof typeof statusNames) => t(statusNames[of])
  if (status === 'rejected' || status === 'returned') {
    return [
      { label: name('submitted'), note: at(submittedAt), state: 'done' },
      { label: name(status), note: at(decidedAt), state: 'current' },
    ]
  }
  const place = ['draft', 'submitted', 'approved', 'paid'].indexOf(status)
  const stateOf = (index: number) => (index < place ? 'done' : index === place ? 'current' : 'todo')
  return [
    { label: name('draft'), state: stateOf(0) },
    { label: name('submitted'), note: place > 0 ? at(submittedAt) : undefined, state: stateOf(1) },
    { label: name('approved'), note: place > 1 ? at(decidedAt) : undefined, state: stateOf(2) },
    { label: name('paid'), note: paidOn, state: stateOf(3) },
  ]
}

/** Amounts of a claim and its number of files. */
function claimFiguresOf(page: ClaimPage): DetailFigure[] {
  const { totalCents, approvedCents, itemCount, attachmentCount } = page
  const less = approvedCents === null ? 0 : totalCents - approvedCents
  return [
    { name: t('申请金额'), value: formatMoney(totalCents), note: t('{n} 笔', { n: itemCount }) },
    {
      name: t('核准金额'),
      value: formatMoney(approvedCents),
      ...(less > 0 && { note: t('核减 {money}', { money: formatMoney(less) }), tone: 'orange' as const }),
    },
    { name: t('附件'), value: formatCount(attachmentCount) },
  ]
}

/** Applicant, dates and payment of a claim. */
function claimFacts(page: ClaimPage): Fact[] {
  const { staffName, month, remark, createdAt, submittedAt, paidOn, paidByName, voucherNo, payout } = page
  const payer = page.paidByApprover
    ? t('{name}（也是审核人，本公司没有其他人可以打款）', { name: paidByName ?? '' })
    : paidByName
  return [
    { label: t('申请人'), value: staffName },
    { label: t('归属月份'), value: page.monthClosed ? t('{month}（已结账）', { month }) : month },
    { label: t('备注'), value: remark },
    { label: t('创建时间'), value: formatInstant(createdAt) },
    { label: t('提交时间'), value: submittedAt && formatInstant(submittedAt) },
    ...(payout
      ? [
          {
            label: t('付款文件'),
            value: t('{code}（{name} {at}）', {
              code: payout.code,
              name: payout.byName,
              at: formatInstantShort(payout.at),
            }),
          },
        ]
      : []),
    ...(paidOn
      ? [
          { label: t('打款日期'), value: paidOn },
          { label: t('打款人'), value: payer },
          { label: t('凭证号'), value: voucherNo },
        ]
      : []),
  ]
}

/** Actions that the user may take on a claim. */
function useClaimActions(
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
        key: 'withdraw',
        label: t('撤回修改'),
        onClick: withdrawClaim,
        confirm: t('撤回后可以修改，再提交时从第一级重新审核。'),
      },
    mayDecide && { key: 'reject', label: t('驳回'), danger: true, onClick: () => onAction('reject') },
    mayDecide && { key: 'return', label: t('退回修改'), onClick: () => onAction('return') },
    mayDecide && { key: 'approve', label: t('通过'), primary: true, onClick: () => onAction('approve') },
    mayPay && payout && { key: 'drop', label: t('作废付款文件'), onClick: () => onAction('drop') },
    mayPay && { key: 'pay', label: t('打款'), primary: true, onClick: () => onAction('pay') },
  ]
}
