import type { ReactNode } from 'react'
import type { Day } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import type { Column } from '#kit/ui/list/declare.tsx'
import { useAddressLink } from '#kit/ui/useAddressText.tsx'
import type { DaysProps } from './DailyReport.tsx'
import { type DayRow, type DaysCall, DaysDrawer } from './DaysDrawer.tsx'
import { explainAction, importAction } from './reportActions.tsx'

interface Row extends DayRow {
  storeId: number
  storeName: string
}

interface Props<R extends Row> extends Omit<DaysProps, 'from' | 'to'> {
  call: DaysCall<R>
  columns: Column<R>[]
  /** The metric of the days' cells, for their explanation. */
  metric: 'volume' | 'reply'
  chart: (days: Day[], rowOf: (on: Day) => R | undefined) => ReactNode
}

/** The days of a store in the period, as a chart and as a table. */
export function StoreDaysDrawer<R extends Row>({
  id: storeId,
  importing,
  explain,
  metric,
  ...rest
}: Props<R>) {
  const link = useAddressLink()
  const why = ({ on }: R) => explainAction(() => explain({ storeId, metric }, on))
  return (
    <DaysDrawer<R>
      {...rest}
      title={rest.call.data?.items[0]?.storeName ?? t('店铺的每日数据')}
      profile={{ to: `/store-management/${storeId}`, label: t('店铺资料') }}
      rowAction={(row) => (row.missing ? importAction(row, importing) : why(row))}
      all={link({ store: undefined, view: 'days', storeId: String(storeId) })}
      empty={{
        text: t('这段时间没有这家店铺的数据'),
        hint: t('当时还没有开始服务，或它不在您可见的范围内。'),
      }}
    />
  )
}
