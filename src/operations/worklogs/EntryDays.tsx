import { memo, useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatWeekday } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { scrollSideways } from '#kit/ui/side.tsx'
import type { WorklogDay } from './contractDay.ts'
import { dayNames, dayTones } from './rules.ts'

/** The last eight days with their states. */
export const EntryDays = memo(({ day }: { day: WorklogDay }) => {
  const shown = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // On phones the strip is wider than the screen: scroll to the selected day.
    const [here, strip] = [shown.current, shown.current?.closest('ol')]
    if (here && strip) scrollSideways(strip, here, 'start', 16)
  }, [])
  return (
    <nav aria-label={t('近 8 天')}>
      <ol className="entry-days">
        {day.days.map(({ on, state }) => {
          const isShown = on === day.on
          return (
            <li key={on}>
              <Link
                to={`?on=${on}`}
                ref={isShown ? shown : undefined}
                aria-current={isShown ? 'date' : undefined}
                title={on < day.earliest && state === 'missing' ? t('超过 7 天，不能补写') : undefined}
              >
                <span>
                  {on.slice(5)} <small>{formatWeekday(on)}</small>
                </span>
                <small className={`entry-state entry-${dayTones[state]}`}>
                  {isShown && state === 'off' && importedCount(day) > 0 ? t('未排班') : t(dayNames[state])}
                </small>
              </Link>
            </li>
          )
        })}
      </ol>
    </nav>
  )
})

/** The handled buyers that files have for the day; figures are never shown next to 休息 (decision 118). */
export function importedCount({ lines }: Pick<WorklogDay, 'lines'>): number {
  const imported = lines.filter(({ source }) => source === 'imported')
  return imported.reduce((sum, { handledUsers }) => sum + (handledUsers ?? 0), 0)
}
