import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { CorrectedFigures, correctingHint } from './CorrectedFigures.tsx'
import { type Changes, figures } from './contract.ts'

export interface CorrectWindowProps {
  storeId: number
  /** The store's name. */
  name: string
  on: string
  onClose: () => void
}

/** Corrects a store's figures of one day, after listing the consequences. Only changed figures are sent. */
export function CorrectWindow({ storeId, name, on, onClose }: CorrectWindowProps) {
  const cell = { storeId, on }
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('更正{name} {on} 的数', { name, on })}
      endpoint={figures.correct}
      fixed={cell}
      fields={[
        {
          key: 'changes',
          kind: 'custom',
          hint: correctingHint(),
          render: ({ value, onChange }) => (
            <CorrectedFigures cell={cell} changes={value as Changes | undefined} onChange={onChange} />
          ),
        },
        { key: 'reason', kind: 'textarea', placeholder: t('比如：扣除测试账号 3 个') },
      ]}
      consequences={{
        endpoint: figures.consequences,
        input: ({ changes }) => (changes ? { ...cell, changes } : null),
      }}
      doneText={t('已更正')}
    />
  )
}
