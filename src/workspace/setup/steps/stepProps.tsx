import { Button } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { ImportControls } from '#operations/imports/ui/useImport.tsx'
import { companySetup, type Setup, type SetupFacts, type SetupStep } from '#workspace/setup/contract.ts'
import { stepAfter, stepNames } from '#workspace/setup/rules.ts'

/** What each step is rendered with. */
export interface StepProps {
  setup: Setup
  facts: SetupFacts
  step: Setup['steps'][number]
  /** Shows another step. */
  onNext: (step: SetupStep) => void
  onImport: ImportControls['open']
}

/** 跳过 until the step is done, or the way back from it; then 下一步. */
export function StepActions({ setup, step, onNext }: Pick<StepProps, 'setup' | 'step' | 'onNext'>) {
  const skip = useAction(companySetup.skip)
  const { key, state } = step
  const next = stepAfter(setup.steps, key)
  if (state === 'done')
    return (
      next && (
        <Button type="primary" onClick={() => onNext(next)}>
          {t('下一步：{name}', { name: t(stepNames[next]) })}
        </Button>
      )
    )
  // A finished list is for looking things up.
  if (setup.state === 'finished') return null
  const isSkipped = state !== 'skipped'
  const change = async () => {
    await skip.mutateAsync({ step: key, isSkipped, version: setup.version })
    if (isSkipped && next) onNext(next)
  }
  return (
    <Button loading={skip.isPending} onClick={() => void change().catch(() => undefined)}>
      {isSkipped ? t('跳过') : t('不跳过了')}
    </Button>
  )
}
