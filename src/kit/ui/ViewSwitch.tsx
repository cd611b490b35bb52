import { Segmented } from 'antd'
import { t } from '#kit/text.ts'

export type View = 'table' | 'chart'

export interface ViewSwitchProps {
  view: View
  onChange: (view: View) => void
}

/** Switches between 表格 and 图表 of the same numbers. */
export function ViewSwitch({ view, onChange }: ViewSwitchProps) {
  return (
    <Segmented<View>
      options={[
        { value: 'table', label: t('表格') },
        { value: 'chart', label: t('图表') },
      ]}
      value={view}
      onChange={onChange}
      aria-label={t('表格或图表')}
    />
  )
}
