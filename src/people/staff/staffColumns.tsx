import { type Actor, hideCompany, seesPay } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { Masked } from '#kit/ui/Masked.tsx'
import { RecordLink } from '#kit/ui/trail.tsx'
import { staffFormatters } from './cellFormatters.ts'
import type { Staff } from './contract.ts'
import { roleNames, statusNames } from './rules.ts'
import { StaffStatusTag } from './ui/StaffStatusTag.tsx'

/** The columns of the staff list that this user may see. */
export function staffColumns(user: Actor, companies: Choice<string>[]): Column<Staff>[] {
  return [
    ...identityColumns(),
    ...(hideCompany(user) ? [] : [companyColumn(companies)]),
    ...employmentColumns(),
    ...(seesPay(user) ? payColumns() : []),
    { key: 'createdAt', title: t('创建时间'), type: 'instant', sort: true, hidden: true, width: 170 },
  ]
}

const identityColumns = (): Column<Staff>[] => [
  {
    key: 'name',
    title: t('姓名'),
    pinned: true,
    phone: 'name',
    sort: true,
    width: 84,
    render: (row) => <RecordLink to={`/user-management/${row.id}`}>{row.name}</RecordLink>,
  },
  { key: 'username', title: t('用户名'), sort: true, phone: 'note', width: 112, exported: 'always' },
  { key: 'employeeNo', title: t('工号'), width: 76 },
]

const companyColumn = (companies: Choice<string>[]): Column<Staff> => ({
  key: 'companyCode',
  title: t('公司'),
  // Hidden by default: the tree next to the list groups by company.
  hidden: true,
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
  exported: 'always',
})

const employmentColumns = (): Column<Staff>[] => [
  {
    key: 'role',
    title: t('角色'),
    phone: 'note',
    width: 92,
    // Only an agent has a head; without one an agent is a head.
    from: { field: 'role', names: { ...roleNames, 2: '组长' }, instead: { when: 'parentId', text: '客服' } },
  },
  { key: 'parentName', title: t('所属组长'), width: 80 },
  { key: 'mobile', title: t('手机号'), width: 108, render: (row) => <Masked value={row.mobile} /> },
  {
    key: 'storeCount',
    title: t('负责店铺'),
    hint: t('今天安排给此人的店铺数'),
    type: 'count',
    phone: 'figure',
    width: 92,
    words: staffFormatters.storeCount,
  },
  { key: 'hiredOn', title: t('入职日期'), type: 'day', sort: true, hidden: true, width: 112 },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 64,
    from: { field: 'status', names: statusNames },
    render: (row) => <StaffStatusTag status={row.status} />,
  },
]

const payColumns = (): Column<Staff>[] => [
  { key: 'baseSalaryCents', title: t('基本工资'), type: 'money', hidden: true, width: 120 },
  { key: 'seniorityPayCents', title: t('工龄工资'), type: 'money', hidden: true, width: 120 },
  { key: 'commissionRateBp', title: t('提成比例'), type: 'rate', hidden: true, width: 100 },
]
