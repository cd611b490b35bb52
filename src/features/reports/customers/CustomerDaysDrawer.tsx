import { can } from '#access/can.ts'
import { DaysDrawer, DrawerTable } from '#features/reports/DaysDrawer.tsx'
import { dayColumn } from '#features/reports/dayColumn.tsx'
import { placeColumns } from '#features/reports/placeColumns.tsx'
import type { VolumeDay } from '#features/reports/rows.ts'
import { useAddressLink } from '#features/reports/useAddressText.tsx'
import { originColumns, volumeColumns } from '#features/reports/volumeColumns.tsx'
import type { Day } from '#kit/calendar.ts'
import { formatCount } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { LineChart } from '#kit/ui/LineChart.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { CustomerDay } from './contract.ts'
import { customerReports } from './contract.ts'
import { figureColumns } from './customerColumns.tsx'

interface Props {
  customerId: number
  from: Day
  to: Day
  onClose: () => void
}

/** A customer's volume on every day of the period, and the stores behind the last one. */
export function CustomerDaysDrawer({ customerId, from, to, onClose }: Props) {
  const link = useAddressLink()
  const input = { customerId, from, to, sort: '-on' as const, pageSize: 100 }
  const { data, error, refetch } = useCall(customerReports.dailyCustomer, input, { skipErrorHandler: true })
  return (
    <DaysDrawer<CustomerDay>
      title={data?.items[0]?.customerName ?? t('客户的每日数据')}
      profile={{ to: `/customer-management/${customerId}`, label: t('客户资料') }}
      onClose={onClose}
      rows={data?.items}
      total={data?.total ?? 0}
      error={data ? null : error}
      retry={() => void refetch()}
      columns={[dayColumn(), ...figureColumns(t('咨询量'), 'previous')]}
      chart={(days, rowOf) => <Course days={days} rowOf={rowOf} />}
      all={link({ customer: undefined, view: 'days', customerId: String(customerId) })}
      empty={{
        text: t('这段时间没有这位客户的数据'),
        hint: t('当时名下没有服务中的店铺，或它们不在您可见的范围内。'),
      }}
    >
      <Stores customerId={customerId} on={data?.items[0]?.on ?? to} />
    </DaysDrawer>
  )
}

interface CourseProps {
  days: Day[]
  rowOf: (on: Day) => CustomerDay | undefined
}

function Course({ days, rowOf }: CourseProps) {
  const rows = days.map(rowOf)
  const incomplete = rows.flatMap((row, at) => (row && row.reported < row.expected ? [at] : []))
  return (
    <LineChart
      label={t('每日咨询量')}
      days={days}
      series={[{ name: t('咨询量'), values: rows.map((row) => row?.volume ?? null), incomplete }]}
      format={formatCount}
      height={200}
    />
  )
}

/** The stores whose Σ the customer's last day is. */
function Stores({ customerId, on }: { customerId: number; on: Day }) {
  const user = useUser()
  const input = { customerId, from: on, to: on, sort: '-volume' as const, pageSize: 100 }
  const { data } = useCall(customerReports.dailyCustomerRows, input, { skipErrorHandler: true })
  if (!data) return null
  const shown = ['storeName', 'platform', 'leaderName']
  const place = placeColumns(user, []).filter(({ key }) => shown.includes(key))
  return (
    <section className="report-behind">
      <h3>{t('{day} 各店', { day: on })}</h3>
      <p>{t('合计 {n} 人次，等于上面这一天的数字', { n: formatCount(data.totals.volume) })}</p>
      <DrawerTable<VolumeDay>
        name={t('各店明细')}
        columns={[
          ...place,
          ...volumeColumns(t('咨询量')),
          ...(can(user, 'canReportWorklog') ? originColumns() : []),
        ]}
        rows={data.items}
        rowKey={({ storeId }) => String(storeId)}
        empty={{ text: t('没有店铺'), hint: t('这一天没有需要上报的店铺。') }}
      />
    </section>
  )
}
