import { can } from '#access/can.ts'
import { stores } from '#clients/stores/contract.ts'
import { t } from '#kit/text.ts'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { storeColumns } from './storeColumns.tsx'

/** The stores of a customer within the user's reach. */
export function CustomerStores({ customerId }: { customerId: number }) {
  const create = can(useUser(), 'canUpdateStore') && {
    label: t('新建店铺'),
    to: `/store-management?customerId=${customerId}&new=1`,
  }
  return (
    <ListPage
      endpoint={stores.list}
      name={t('店铺')}
      fixed={{ customerId: [customerId] }}
      heading={{ title: t('名下店铺') }}
      columns={storeColumns()}
      actions={[create && { ...create, key: 'new', icon: 'plus' }]}
      empty={{ text: t('这位客户还没有店铺'), action: create || undefined }}
    />
  )
}
