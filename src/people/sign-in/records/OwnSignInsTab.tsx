import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { signInRecords } from './contract.ts'
import { atColumn, outcomeChoices, recordColumns } from './recordColumns.tsx'

/** 个人设置 → 登录记录: every attempt to sign in as the user. */
export function OwnSignInsTab() {
  return (
    <ListPage
      endpoint={signInRecords.own}
      name={t('登录记录')}
      exportable={false}
      heading={{ title: t('登录记录'), hint: t('保留 180 天；有不是您本人的，请修改密码') }}
      filters={[
        { key: 'outcome', label: t('结果'), control: 'multi', options: outcomeChoices() },
        { from: 'from', to: 'to', label: t('日期'), control: 'days', future: false, clearable: true },
      ]}
      columns={[atColumn(true), ...recordColumns()]}
      empty={{ text: t('还没有登录记录'), hint: t('从这个版本起，每次登录都会记在这里，包括没有成功的。') }}
    />
  )
}
