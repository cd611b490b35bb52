import { t } from '#kit/text.ts'
import type { PayPage } from './contract.ts'

/** Attendance: owed days, days with an approved log, and days that lack one. */
export function PayDays({ page }: { page: PayPage }) {
  const { measured, owed, logged, correctedDays, attendedDays, owedDays } = page
  const lacking = owed.filter((day) => !logged.includes(day))
  return (
    <section className="pay-part">
      <h2>{t('出勤')}</h2>
      <p className="pay-days">
        {measured
          ? t('应出勤 {owed} 天，有已通过日志 {logged} 天，计 {attended} 天。', {
              ...{ owed: owedDays, logged: logged.length, attended: attendedDays },
            })
          : t('没有排班和店铺分配，按在职 {owed} 天计 {attended} 天。', {
              ...{ owed: owedDays, attended: attendedDays },
            })}
        {correctedDays !== 0 && t('其中更正 {days} 天。', { days: signed(correctedDays) })}
      </p>
      {lacking.length > 0 && (
        <>
          <p className="pay-quiet">{t('没有已通过日志的 {n} 天', { n: lacking.length })}</p>
          <ul className="pay-lacking">
            {lacking.map((day) => (
              <li key={day}>
                <time dateTime={day}>{day.slice(5)}</time>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const signed = (days: number) => (days > 0 ? `+${days}` : String(days))
