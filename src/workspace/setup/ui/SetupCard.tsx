import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { companySetup, type Setup, type SetupFacts } from '#workspace/setup/contract.ts'
import { countDone, SETUP_PATH, stepNames } from '#workspace/setup/rules.ts'
import { statusOf } from '#workspace/setup/stepTexts.tsx'
import { SetupTrack } from './SetupTrack.tsx'
import './SetupCard.css'

/** The set-up in one row above the daily home: how far, the next step, and the way to hide it. */
export function SetupCard({ setup, facts }: { setup: Setup; facts: SetupFacts }) {
  const dismiss = useAction(companySetup.dismiss)
  useFinish(setup)
  const next = setup.steps.find(({ key }) => key === setup.next)
  if (!next) return null
  const present = statusOf(next, facts).text
  return (
    <section className="panel setup-card" aria-label={t('开通清单')}>
      <div className="setup-card-text">
        <h2>
          <Link to={SETUP_PATH}>{t('开通清单')}</Link>
        </h2>
        <span>{t('完成 {n}/{all}', { n: countDone(setup), all: setup.steps.length })}</span>
      </div>
      <SetupTrack setup={setup} />
      <p>
        {t('下一步：{name}', { name: t(stepNames[next.key]) })}
        {present && <small>{present}</small>}
      </p>
      <div className="setup-card-acts">
        <Button
          type="text"
          loading={dismiss.isPending}
          onClick={() => dismiss.mutate({ version: setup.version })}
        >
          {t('不再显示')}
        </Button>
        <ActionButtons actions={[{ key: 'go', label: t('继续'), to: `${SETUP_PATH}?step=${next.key}` }]} />
      </div>
    </section>
  )
}

/** Ends the set-up when all steps are done, so that a later store without a price does not bring the list back. */
function useFinish({ next, version }: Setup): void {
  const { viewer } = useUser()
  const { mutate } = useAction(companySetup.finish, { messagePlace: 'inPage' })
  const isSent = useRef(false)
  const isDone = next === null && !viewer
  useEffect(() => {
    if (!isDone || isSent.current) return
    isSent.current = true
    mutate({ version })
  }, [isDone, mutate, version])
}
