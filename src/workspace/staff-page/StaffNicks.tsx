import { Link } from 'react-router'
import { agentAccounts } from '#clients/stores/nicks/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'

/** The nicks of a person, by store. */
export function StaffNicks({ id }: { id: number }) {
  return (
    <ListPage
      endpoint={agentAccounts.list}
      name={t('平台昵称')}
      fixed={{ staffId: [id] }}
      exportable={false}
      heading={{ title: t('平台昵称'), hint: t('导入数据时按昵称认人') }}
      columns={[
        { key: 'nick', title: t('平台昵称'), pinned: true, phone: 'name', sort: true },
        {
          key: 'storeName',
          title: t('店铺'),
          phone: 'note',
          render: (row) => <Link to={`/store-management/${row.storeId}`}>{row.storeName}</Link>,
        },
        {
          key: 'platform',
          title: t('平台'),
          phone: 'note',
          width: 80,
          from: { field: 'platform', names: platformNames },
        },
        { key: 'fromOn', title: t('开始日期'), type: 'day', sort: true, width: 120 },
        { key: 'toOn', title: t('结束日期'), width: 112, from: { field: 'toOn', empty: '至今' } },
      ]}
      empty={{ text: t('还没有平台昵称'), hint: t('导入数据时遇到未知昵称，对应一次即可，之后自动认出。') }}
    />
  )
}
