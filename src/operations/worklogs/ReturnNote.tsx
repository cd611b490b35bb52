import { Button, Input } from 'antd'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import type { ReturnReason } from './oddTexts.ts'

interface Props extends ControlProps {
  reasons: readonly ReturnReason[]
}

/** The note to the author of a returned log: reasons to choose from, and free text. */
export function ReturnNote({ id, value, onChange, disabled, reasons }: Props) {
  const note = typeof value === 'string' ? value : ''
  const toggle = ({ sentence }: ReturnReason) =>
    onChange?.(note.includes(sentence) ? note.replace(sentence, '').trim() : `${note}${sentence}`)
  return (
    <div className="log-return">
      <div className="log-reasons">
        {reasons.map((reason) => {
          const isChosen = note.includes(reason.sentence)
          return (
            <Button
              key={reason.sentence}
              size="small"
              aria-pressed={isChosen}
              className={isChosen ? 'log-reason-chosen' : undefined}
              disabled={disabled}
              onClick={() => toggle(reason)}
            >
              {reason.label}
            </Button>
          )
        })}
      </div>
      <Input.TextArea
        id={id}
        value={note}
        disabled={disabled}
        autoSize={{ minRows: 3, maxRows: 8 }}
        maxLength={500}
        placeholder={t('哪里要补，补什么')}
        onChange={(event) => onChange?.(event.target.value)}
      />
    </div>
  )
}
