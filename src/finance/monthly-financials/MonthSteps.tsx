import { formatMinute } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import { checkName } from './checkTexts.ts'
import type { MonthPage } from './contract.ts'

type Step = MonthPage['steps'][number]

const names: Record<Step['action'], string> = {
  close: '结账',
  reopen: '反结账',
  'request-reopen': '申请反结账',
  'withdraw-reopen': '撤回反结账申请',
}

/** 结账记录: the closings and reopenings of the month, newest first; hidden if there are none. */
export function MonthSteps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <Panel title={t('结账记录')} flush>
      <ol className="month-steps">
        {steps.map((step) => (
          <li key={step.id}>
            <b className="month-step-name">
              {t(names[step.action])}
              {step.snapshotNo !== null && (
                <span className="month-step-version">{t('第 {n} 版', { n: step.snapshotNo })}</span>
              )}
            </b>
            <small className="closing-by">{`${step.byName} ${formatMinute(step.at)}`}</small>
            {step.reason && <p className="month-step-word">{t('原因：{text}', { text: step.reason })}</p>}
            {step.waived.map(({ item, reason }) => (
              <p key={item} className="month-step-word">
                {t('豁免“{item}”：{reason}', { item: checkName(item), reason })}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
