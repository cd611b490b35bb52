import { App } from 'antd'
import { useState } from 'react'
import { HEADQUARTERS } from '#access/can.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Column, Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import type { OneTimePasswordProps } from '#kit/ui/OneTimePassword.tsx'
import type { IssuedPassword } from '#kit/ui/passwordTable.ts'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type Company, companies } from './contract.ts'
import { companyStatusNames } from './rules.ts'

const OneTimePassword = lazyWindow<'OneTimePassword', OneTimePasswordProps>(
  () => import('#kit/ui/OneTimePassword.tsx'),
  'OneTimePassword',
  ({ issued }) => issued !== null,
)

/** 公司设置 → 公司名单: for an admin of the headquarters. */
export function CompaniesTab() {
  const stepsOf = useCompanySteps()
  const [adding, setAdding] = useState(false)
  const [issued, setIssued] = useState<IssuedPassword | null>(null)
  return (
    <>
      <ListPage
        endpoint={companies.list}
        name={t('公司')}
        rowKey={(row) => row.code}
        exportable={false}
        heading={{ title: t('公司名单'), hint: t('停用后，该公司的人不能登录；数据保留') }}
        columns={columns()}
        actions={[
          {
            key: 'new',
            label: t('新建公司'),
            icon: 'plus',
            primary: true,
            onClick: () => setAdding(true),
          },
        ]}
        rowActions={(row) => stepsOf(row)}
      />
      <NewCompany open={adding} onClose={() => setAdding(false)} onIssued={setIssued} />
      <OneTimePassword issued={issued} onClose={() => setIssued(null)} />
    </>
  )
}

/** The row actions 停用 and 启用. */
function useCompanySteps(): (company: Company) => Maybe<RowAction>[] {
  const { message } = App.useApp()
  const disable = useAction(companies.disable, { onSuccess: () => void message.success(t('已停用')) })
  const enable = useAction(companies.enable, { onSuccess: () => void message.success(t('已启用')) })
  return ({ code, name, status, version, staffCount }) => [
    status === 'active' && {
      key: 'disable',
      label: t('停用'),
      danger: true,
      disabled: code === HEADQUARTERS && t('总部不能停用'),
      confirm: t('停用{name}后，其在职员工 {n} 人立即退出登录，并不能再登录。', { name, n: staffCount }),
      onClick: () => disable.mutateAsync({ code, version }),
    },
    status === 'disabled' && {
      key: 'enable',
      label: t('启用'),
      confirm: t('启用{name}后，其员工可以用原来的密码登录。', { name }),
      onClick: () => enable.mutateAsync({ code, version }),
    },
  ]
}

const columns = (): Column<Company>[] => [
  { key: 'code', title: t('公司编号'), pinned: true, phone: 'note', sort: true, width: 104 },
  { key: 'name', title: t('公司名称'), phone: 'name' },
  { key: 'staffCount', title: t('在职人数'), type: 'count', phone: 'figure', width: 104 },
  { key: 'createdAt', title: t('创建时间'), type: 'instant', width: 170 },
  {
    key: 'status',
    title: t('状态'),
    phone: 'status',
    width: 80,
    from: { field: 'status', names: companyStatusNames },
    render: ({ status }) => (
      <StatusTag tone={status === 'active' ? 'green' : 'grey'} label={t(companyStatusNames[status])} />
    ),
  },
]

/** How many months before the current one the books of a new company may begin. */
const MONTHS_BACK = 24

interface NewCompanyProps {
  open: boolean
  onClose: () => void
  onIssued: (issued: IssuedPassword) => void
}

function NewCompany({ open, onClose, onIssued }: NewCompanyProps) {
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('新建公司')}
      endpoint={companies.create}
      defaults={{ booksFrom: thisMonth() }}
      fields={[
        { key: 'code', hint: t('3 位数字，建立后不能修改') },
        { key: 'name' },
        {
          key: 'booksFrom',
          kind: 'select',
          options: monthsBack(thisMonth(), MONTHS_BACK),
          hint: t('从这个月起记账；之前的欠款和押金登记为期初。'),
        },
        { section: t('第一位管理员') },
        { key: 'adminName' },
        { key: 'adminUsername', hint: t('登录时使用，建立后不能修改') },
        { key: 'adminMobile', kind: 'masked', placeholder: t('11 位手机号') },
      ]}
      doneText={t('已新建')}
      onDone={({ admin, oneTimePassword }) => onIssued({ ...admin, password: oneTimePassword })}
    />
  )
}
