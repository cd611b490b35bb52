import { can } from '#access/can.ts'
import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { DaysProps, Explain } from '#reporting/reports/DailyReport.tsx'
import { DaysDrawer } from '#reporting/reports/DaysDrawer.tsx'
import { dayColumn } from '#reporting/reports/dayColumn.tsx'
import { placeColumns } from '#reporting/reports/placeColumns.tsx'
import { explainAction } from '#reporting/reports/reportActions.tsx'
import type { VolumeDay } from '#reporting/reports/rows.ts'
import { useDays } from '#reporting/reports/useDays.tsx'
import { VolumeChart } from '#reporting/reports/VolumeChart.tsx'
import { originColumns, volumeColumns } from '#reporting/reports/volumeColumns.tsx'
import { type CustomerDay, customerReports } from './contract.ts'
import { figureColumns } from './customerColumns.tsx'

/** A customer's volume on each day of the period, and its stores on the last day. */
export function CustomerDaysDrawer({ id: customerId, from, to, onClose, explain }: DaysProps) {
  const link = useAddressLink()
  const call = useDays(customerReports.dailyCustomer, { customerId }, { from, to })
  const newest = call.data?.items[0]
  return (
    <DaysDrawer<CustomerDay>
      call={call}
      title={newest?.customerName ?? t('客户的每日数据')}
      profile={{ to: `/customer-management/${customerId}`, label: t('客户资料') }}
      onClose={onClose}
      columns={[dayColumn(), ...figureColumns(t('咨询量'), 'previous')]}
      chart={(days, rowOf) => (
        <VolumeChart label={t('每日咨询量')} name={t('咨询量')} days={days} rowOf={rowOf} />
      )}
      rowAction={({ on }) => explainAction(() => explain({ customerId }, on))}
      all={link({ customer: undefined, view: 'days', customerId: String(customerId) })}
      empty={{
        text: t('这段时间没有这位客户的数据'),
        hint: t('当时名下没有服务中的店铺，或它们不在您可见的范围内。'),
      }}
    >
      <Stores customerId={customerId} on={newest?.on ?? to} explain={explain} />
    </DaysDrawer>
  )
}

/** The stores whose volumes add up to the customer's last day. */
function Stores({ customerId, on, explain }: { customerId: number; on: Day; explain: Explain }) {
  const user = useUser()
  const input = { customerId, from: on, to: on, sort: '-volume' as const, pageSize: 100 }
  const call = useCall(customerReports.dailyCustomerRows, input, { messagePlace: 'inPage' })
  const shown = ['storeName', 'platform', 'leaderName']
  const place = placeColumns(user, []).filter(({ key }) => shown.includes(key))
  return (
    <Loaded call={call} skeleton={<TextSkeleton rows={4} />} compact>
      {({ items, totals }) => (
        <section className="report-behind">
          <h3>{t('{day} 各店', { day: on })}</h3>
          <p>{t('合计 {n} 人次，等于上面这一天的数字', { n: formatCount(totals.volume) })}</p>
          <DrawerTable<VolumeDay>
            name={t('各店明细')}
            columns={[
              ...place,
              ...volumeColumns(t('咨询量')),
              ...(can(user, 'canReportWorklog') ? originColumns() : []),
            ]}
            rows={items}
            rowKey={({ storeId }) => String(storeId)}
            rowActions={({ storeId, missing }) =>
              missing ? [] : [explainAction(() => explain({ customerId, storeId }, on))]
            }
            empty={{ text: t('没有店铺'), hint: t('这一天没有需要上报的店铺。') }}
          />
        </section>
      )}
    </Loaded>
  )
}
