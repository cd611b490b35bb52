import { Link } from 'react-router'
import { storeAssignments } from '#clients/stores/assignments/contract.ts'
import { platformNames, shiftNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'

/** The current and former stores of a person, newest first. */
export function StaffStores({ id }: { id: number }) {
  return (
    <ListPage
      endpoint={storeAssignments.list}
      name={t('店铺分配')}
      fixed={{ staffId: [id] }}
      exportable={false}
      heading={{ title: t('店铺分配'), hint: t('最新开始的在前') }}
      columns={[
        {
          key: 'storeName',
          title: t('店铺'),
          pinned: true,
          phone: 'name',
          render: (row) => <Link to={`/store-management/${row.storeId}`}>{row.storeName}</Link>,
        },
        {
          key: 'platform',
          title: t('平台'),
          phone: 'note',
          width: 80,
          from: { field: 'platform', names: platformNames },
        },
        {
          key: 'shift',
          title: t('班次'),
          phone: 'note',
          width: 72,
          from: { field: 'shift', names: shiftNames },
        },
        { key: 'fromOn', title: t('开始日期'), type: 'day', phone: 'note', sort: true, width: 120 },
        { key: 'toOn', title: t('结束日期'), width: 112, from: { field: 'toOn', empty: '至今' } },
      ]}
      empty={{ text: t('还没有分配店铺'), hint: t('在店铺页的“客服分配”里把店铺交给此人。') }}
    />
  )
}
