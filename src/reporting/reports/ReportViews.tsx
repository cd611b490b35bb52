import { Segmented } from 'antd'
import { t } from '#kit/text.ts'
import { useAddressText } from '#kit/ui/useAddressText.tsx'

export type ReportView = 'stores' | 'days'

/** Whether a report shows a row a store (customer, agent) or a row of it a day; it stands in the address. */
export function useReportView(): ReportView {
  return useAddressText('view')[0] === 'days' ? 'days' : 'stores'
}

/** The switch between both; `whole` is what the first is called. The order of the one means nothing to the other, so it is dropped. */
export function ReportViews({ whole }: { whole: string }) {
  const view = useReportView()
  const [, setView] = useAddressText('view')
  return (
    <Segmented<ReportView>
      className="report-views"
      options={[
        { value: 'stores', label: whole },
        { value: 'days', label: t('每日明细') },
      ]}
      value={view}
      onChange={(next) => setView(next === 'days' ? next : undefined)}
      aria-label={t('明细')}
    />
  )
}
