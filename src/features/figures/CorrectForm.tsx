import { InputNumber } from 'antd'
import { useEffect } from 'react'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Measure } from './contract.ts'
import { figures } from './contract.ts'
import { measureNames } from './rules.ts'
import './explain.css'

interface Props {
  storeId: number
  on: string
  /** The question that the correction answers. */
  questionId?: number
  onClose: () => void
}

type Changes = Partial<Record<Measure, number | null>>

/** Corrects a store's figures of a day, with the reason; what is not changed is not sent. */
export function CorrectForm({ storeId, on, questionId, onClose }: Props) {
  const { data, error } = useCall(figures.day, { storeId, on }, { staleTime: 0 })
  // The message of the failure is over the page; closing lets the user try again.
  useEffect(() => {
    if (error && !data) onClose()
  })
  if (!data) return null
  return (
    <FormModal
      open
      onClose={onClose}
      title={t('更正{name} {on} 的数', { name: data.storeName, on })}
      endpoint={figures.correct}
      fixed={{ storeId, on, ...(questionId !== undefined && { questionId }) }}
      defaults={{ changes: {} }}
      fields={[
        {
          key: 'changes',
          kind: 'custom',
          hint: t('回复率按咨询人数和未回复人数自动重算；之后导入的文件若给出别的数，以文件为准'),
          render: ({ value, onChange }) => (
            <Measures rows={data.figures} changes={(value ?? {}) as Changes} onChange={onChange} />
          ),
        },
        { key: 'reason', kind: 'textarea', placeholder: t('比如：扣除测试账号 3 个') },
      ]}
      doneText={t('已更正')}
    />
  )
}

interface MeasuresProps {
  rows: readonly { measure: Measure; old: number | null; now: number | null }[]
  changes: Changes
  onChange: ((changes: Changes) => void) | undefined
}

function Measures({ rows, changes, onChange }: MeasuresProps) {
  const set = (measure: Measure, now: number | null, value: number | null) => {
    const { [measure]: _, ...rest } = changes
    onChange?.(value === now ? rest : { ...rest, [measure]: value })
  }
  return (
    <div className="correct-measures">
      {rows.map(({ measure, old, now }) => (
        <div key={measure}>
          <span>{t(measureNames[measure])}</span>
          <InputNumber
            aria-label={t(measureNames[measure])}
            min={0}
            precision={0}
            value={measure in changes ? changes[measure] : now}
            onChange={(value) => set(measure, now, value)}
          />
          {old !== now && <small>{t('更正前 {n}', { n: old ?? t('缺数据') })}</small>}
        </div>
      ))}
    </div>
  )
}
