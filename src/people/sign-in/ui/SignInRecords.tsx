import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { signInRecords } from '#people/sign-in/records/contract.ts'
import { atColumn, recordColumns } from '#people/sign-in/records/recordColumns.tsx'

/** The attempts to sign in as a person, on their page; for admins. */
export function SignInRecords({ staffId }: { staffId: number }) {
  return (
    <ListPage
      endpoint={signInRecords.list}
      name={t('登录记录')}
      fixed={{ staffId: [staffId] }}
      exportable={false}
      heading={{ title: t('登录记录'), hint: t('保留 180 天；同样的一刻钟内合为一行') }}
      columns={[atColumn(true), ...recordColumns()]}
      empty={{ text: t('没有登录记录'), hint: t('每次登录都会记在这里，包括没有成功的。') }}
    />
  )
}
