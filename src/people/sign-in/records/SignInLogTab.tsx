import { hideCompany } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { namesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Choice, Column } from '#kit/ui/list/declare.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type SignInRecord, signInRecords } from './contract.ts'
import { atColumn, outcomeChoices, recordColumns } from './recordColumns.tsx'

/** 公司设置 → 登录记录: every attempt to sign in as one of the company's people. */
export function SignInLogTab() {
  const companies = useCompanyChoices()
  const seesCompanies = !hideCompany(useUser())
  return (
    <ListPage
      endpoint={signInRecords.list}
      name={t('登录记录')}
      exportable={false}
      heading={{ title: t('员工登录记录'), hint: t('保留 180 天；同样的一刻钟内合为一行') }}
      filters={[
        { key: 'keyword', label: t('姓名'), control: 'text', placeholder: t('姓名、用户名或地址') },
        { key: 'outcome', label: t('结果'), control: 'multi', options: outcomeChoices() },
        ...(seesCompanies
          ? [{ key: 'companyCode' as const, label: t('公司'), control: 'multi' as const, options: companies }]
          : []),
        { from: 'from', to: 'to', label: t('日期'), control: 'days', future: false, clearable: true },
      ]}
      columns={[
        nameColumn(),
        ...(seesCompanies ? [companyColumn(companies)] : []),
        ...recordColumns(),
        atColumn(false),
      ]}
      empty={{ text: t('没有登录记录'), hint: t('每次登录都会记在这里，包括没有成功的。') }}
    />
  )
}

/** Empty for a name that no account has. */
const companyColumn = (companies: Choice<string>[]): Column<SignInRecord> => ({
  key: 'companyCode',
  title: t('公司'),
  width: 136,
  from: { field: 'companyCode', names: namesOf(companies) },
})

const nameColumn = (): Column<SignInRecord> => ({
  key: 'name',
  title: t('登录名'),
  pinned: true,
  phone: 'name',
  width: 176,
  render: ({ name, staffName }) =>
    staffName ? (
      <>
        {staffName}
        <span className="sign-in-new">{name}</span>
      </>
    ) : (
      <>
        {name}
        <span className="sign-in-new">{t('没有这个账号')}</span>
      </>
    ),
})
