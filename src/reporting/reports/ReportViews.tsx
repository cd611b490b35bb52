import { Segmented } from 'antd'
import { t } from '#kit/text.ts'
import { useAddressText } from '#kit/ui/useAddressText.tsx'

export type ReportView = 'stores' | 'days'

/** Whether a report shows a row per subject (store, customer, agent) or a row per subject and day, from the address. */
export function useReportView(): ReportView {
  return useAddressText('view')[0] === 'days' ? 'days' : 'stores'
}

/**
 * The switch between both views; `whole` is the label of the first. It drops the sort order, which the views do not
 * share.
 */
export function ReportViews({ subjectsLabel }: { subjectsLabel: string }) {
  const view = useReportView()
  const [, setView] = useAddressText('view')
  return (
    <Segmented<ReportView>
      className="report-views"
      options={[
        { value: 'stores', label: subjectsLabel },
        { value: 'days', label: t('每日明细') },
      ]}
      value={view}
      onChange={(next) => setView(next === 'days' ? next : undefined)}
      aria-label={t('明细')}
    />
  )
}
