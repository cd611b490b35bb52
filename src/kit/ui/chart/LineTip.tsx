import { t } from '#kit/text.ts'
import type { ChartLayout } from './layout.tsx'
import type { FormattedChart } from './series.tsx'
import { isIncomplete, lineColour } from './series.tsx'

interface Props {
  layout: ChartLayout
  data: FormattedChart
  at: number
}

/** All values of the selected day; screen readers announce them as the arrow keys move. */
export function LineTip({ layout, data, at }: Props) {
  const x = layout.x(at)
  const side = x > layout.width / 2 ? { right: layout.width - x + 12 } : { left: x + 12 }
  return (
    <div className="line-tip" style={side}>
      <b>{data.days[at]}</b>
      {data.series.map((series, place) => {
        const value = series.values[at]
        return (
          <span key={series.name} className="line-tip-row">
            <i className="line-mark" style={{ background: lineColour(series, place) }} />
            <span>
              {series.name}
              {isIncomplete(series, at) && t('（未报齐）')}
            </span>
            {typeof value === 'number' ? (
              <b>{data.format(value)}</b>
            ) : (
              <i className="value-missing">{t('缺数据')}</i>
            )}
          </span>
        )
      })}
    </div>
  )
}
