import { Button } from 'antd'
import { addDays, type Day, mondayOf, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { Icon } from './Icon.tsx'
import './WeekStep.css'

/** Steps from week to week, by Mondays; one button returns to the present week. */
export function WeekStep({ monday, onChange }: { monday: Day; onChange: (monday: Day) => void }) {
  const thisWeek = mondayOf(today(() => new Date()))
  return (
    <div className="week-step">
      <Button
        aria-label={t('上一周')}
        icon={<Icon name="left" />}
        onClick={() => onChange(addDays(monday, -7))}
      />
      <strong>{t('{from} 至 {to}', { from: monday, to: addDays(monday, 6) })}</strong>
      <Button
        aria-label={t('下一周')}
        icon={<Icon name="right" />}
        onClick={() => onChange(addDays(monday, 7))}
      />
      <Button disabled={monday === thisWeek} onClick={() => onChange(thisWeek)}>
        {t('本周')}
      </Button>
    </div>
  )
}
