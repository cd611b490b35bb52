import { useLocation } from 'react-router'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { plans } from './plans.ts'
import './UpcomingScreen.css'

/** A screen whose turn comes later: what it will hold. It shows no figures. */
export function UpcomingScreen() {
  const plan = plans[useLocation().pathname]
  return (
    <Panel className="upcoming">
      <svg className="upcoming-drawing" viewBox="0 0 200 88" aria-hidden="true">
        <path className="upcoming-line" d="M4 76h192" />
        <path className="upcoming-past" d="M12 60 44 50 76 55 108 34" />
        <path className="upcoming-next" d="M120 32 152 40 184 20" />
        <circle className="upcoming-end" cx={108} cy={34} r={3} />
      </svg>
      <h2>{t('本页尚未开放')}</h2>
      {plan && (
        <>
          <p>{t(plan.purpose)}</p>
          <h3>{t('开放后，这里会有')}</h3>
          <ul>
            {plan.holds.map((item) => (
              <li key={item}>{t(item)}</li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}
