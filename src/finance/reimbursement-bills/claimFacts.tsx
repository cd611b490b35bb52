import { formatCount, formatInstant, formatInstantShort, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { DetailFigure, DetailStep } from '#kit/ui/detail/declare.tsx'
import type { Fact } from '#kit/ui/Facts.tsx'
import type { ClaimPage } from './contract.ts'
import { statusNames } from './rules.ts'

/** Progress steps of a claim, from draft to paid, or to its return or rejection. */
export function claimSteps(page: ClaimPage): DetailStep[] {
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
export function claimFiguresOf(page: ClaimPage): DetailFigure[] {
  const { totalCents, approvedCents, itemCount, attachmentCount } = page
  const less = approvedCents === null ? 0 : totalCents - approvedCents
  return [
    { name: t('申请金额'), value: formatMoney(totalCents), note: t('{n} 笔', { n: itemCount }) },
    {
      ...{ name: t('核准金额'), value: formatMoney(approvedCents) },
      ...(less > 0 && { note: t('核减 {money}', { money: formatMoney(less) }), tone: 'orange' as const }),
    },
    { name: t('附件'), value: formatCount(attachmentCount) },
  ]
}

/** Applicant, dates and payment of a claim. */
export function claimFacts(page: ClaimPage): Fact[] {
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
              ...{ code: payout.code, name: payout.byName, at: formatInstantShort(payout.at) },
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
