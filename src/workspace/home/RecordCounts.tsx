import { Link } from 'react-router'
import { statusNames as customerStatusNames, statusTones as customerTones } from '#clients/customers/rules.ts'
import { statusNames as storeStatusNames, statusTones as storeTones } from '#clients/stores/rules.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import type { HomeRecordsAnswer } from './answer.tsx'
import { CountRow } from './CountRow.tsx'

/** Number of customers by status; each row links to its list. */
export function CustomerCounts({ customers }: { customers: HomeRecordsAnswer['customers'] }) {
  return (
    <Panel title={t('客户')} actions={<AllOf {...customers} />} flush>
      {customers.byStatus.map(({ status, count, link }) => (
        <CountRow
          key={status}
          name={<StatusTag tone={customerTones[status]} label={t(customerStatusNames[status])} />}
          count={count}
          to={link}
        />
      ))}
      {customers.count === 0 && (
        <EmptyState compact text={t('还没有客户')} action={{ label: t('去登记'), to: customers.link }} />
      )}
    </Panel>
  )
}

/** Number of stores by status; each row links to its list. */
export function StoreCounts({ stores }: { stores: HomeRecordsAnswer['stores'] }) {
  return (
    <Panel title={t('店铺')} actions={<AllOf {...stores} />} flush>
      {stores.byStatus.map(({ status, count, link }) => (
        <CountRow
          key={status}
          name={<StatusTag tone={storeTones[status]} label={t(storeStatusNames[status])} />}
          count={count}
          to={link}
        />
      ))}
      {stores.count === 0 && (
        <EmptyState compact text={t('还没有店铺')} action={{ label: t('去登记'), to: stores.link }} />
      )}
    </Panel>
  )
}

function AllOf({ count, link }: { count: number; link: string }) {
  return count > 0 && <Link to={link}>{t('全部 {n} 家', { n: formatCount(count) })}</Link>
}
