import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { Panel } from '#kit/ui/Panel.tsx'
import type { SetupStep } from './contract.ts'
import { stepNames } from './rules.ts'
import { numberOf } from './stepTexts.tsx'

interface Props {
  step: SetupStep
  /** About how long it takes, in minutes. */
  minutes: number
  children: ReactNode
  /** Left: where to find it later. */
  note: string
  /** Right: skip, continue, the step's own action. */
  actions: ReactNode
}

/** The card of a step: what it is for, what is there, and a foot with its actions. */
export function StepPanel({ step, minutes, children, note, actions }: Props) {
  const hint = t('第 {n} 步，约 {minutes} 分钟', { n: numberOf(step), minutes })
  return (
    <Panel title={t(stepNames[step])} hint={hint} flush className="setup-panel">
      <div className="setup-content">{children}</div>
      <div className="setup-foot">
        <p>{note}</p>
        <div className="setup-acts">{actions}</div>
      </div>
    </Panel>
  )
}
