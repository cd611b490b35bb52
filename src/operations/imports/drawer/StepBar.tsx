import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

/** 选择文件 → 预检 → 确认 → 结果; phones show the current step only. */
export function StepBar({ step }: { step: 1 | 2 | 3 | 4 }) {
  const names = [t('选择文件'), t('预检'), t('确认'), t('结果')]
  return (
    <ol className="import-steps">
      {names.map((name, index) => {
        const at = index + 1
        const state = at < step || step === 4 ? 'done' : at === step ? 'current' : 'next'
        return (
          <li
            key={name}
            className={`import-step import-step-${state}${at === step ? ' import-step-here' : ''}`}
            aria-current={at === step ? 'step' : undefined}
          >
            <span className="import-step-dot">{state === 'done' ? <Icon name="check" size={12} /> : at}</span>
            {name}
          </li>
        )
      })}
    </ol>
  )
}
