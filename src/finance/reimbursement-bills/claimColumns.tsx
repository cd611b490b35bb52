import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import type { Claim } from './contract.ts'
import { levelNames, statusNames, statusTones } from './rules.ts'

export const claimPath = '/reimbursement-bill-management'

/** Columns of the list; reviewers also see the applicant. `companies` is empty for users who see one company only. */
export function claimColumns(reviews: boolean, companies: Choice<string>[]): Column<Claim>[] {
  return [
    {
      key: 'title',
      title: t('事由'),
      pinned: true,
      phone: 'name',
      width: 200,
      render: (row) => <RecordLink to={pathOf(row)}>{row.title}</RecordLink>,
    },
    ...(reviews ? [{ key: 'staffName', title: t('申请人'), width: 88, phone: 'note' as const }] : []),
    ...(companies.length > 0 ? [company(companies)] : []),
    { key: 'code', title: t('单号'), width: 152, sort: true, phone: 'remark' },
    { key: 'month', title: t('归属月份'), width: 104, sort: true, phone: 'note' },
    ...amounts(),
    ...progressColumns(),
    {
      key: 'status',
      title: t('状态'),
      phone: 'status',
      width: 112,
      from: { field: 'status', names: statusNames },
      render: (row) => <ClaimStatus claim={row} />,
    },
  ]
}

/** Own drafts open in the edit form. */
const pathOf = ({ id, mine, status }: Claim) =>
  mine && status === 'draft' ? `${claimPath}/${id}/edit` : `${claimPath}/${id}`

/** Status tag; submitted claims show the next level. */
export function ClaimStatus({ claim: { status, levels } }: { claim: Claim }) {
  const [level] = levels
  const label = status === 'submitted' && level ? t(levelNames[level]) : t(statusNames[status])
  return <StatusTag tone={statusTones[status]} label={label} />
}

const company = (companies: Choice<string>[]): Column<Claim> => ({
  key: 'companyCode',
  title: t('公司'),
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const amounts = (): Column<Claim>[] => [
  { key: 'totalCents', title: t('申请金额'), type: 'money', sort: true, width: 120, phone: 'figure' },
  {
    key: 'approvedCents',
    title: t('核准金额'),
    hint: t('审核时可以逐笔核减，还没有审核的为空'),
    type: 'money',
    width: 120,
    phone: 'figure',
  },
  { key: 'itemCount', title: t('明细'), type: 'count', hidden: true, width: 72 },
  { key: 'attachmentCount', title: t('附件'), type: 'count', hidden: true, width: 72 },
]

const progressColumns = (): Column<Claim>[] => [
  { key: 'submittedAt', title: t('提交时间'), type: 'instant', sort: true },
  { key: 'decidedByName', title: t('审核人'), hidden: true, width: 88 },
  { key: 'decidedAt', title: t('审核时间'), type: 'instant', hidden: true, width: 168 },
  { key: 'note', title: t('退回或驳回原因'), hidden: true, width: 200 },
  { key: 'paidOn', title: t('打款日期'), type: 'day', hidden: true, width: 112 },
  { key: 'paidByName', title: t('打款人'), hidden: true, width: 88 },
  { key: 'voucherNo', title: t('凭证号'), hidden: true, width: 152 },
]
