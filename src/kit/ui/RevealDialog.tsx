import { Input, Modal, Radio } from 'antd'
import { useId, useState } from 'react'
import { t } from '#kit/text.ts'
import { TouchSize } from './TouchSize.tsx'
import { type RevealEndpoint, type Revealed, useReveal } from './useReveal.tsx'

export interface RevealDialogProps {
  label: string
  endpoint: RevealEndpoint
  of: Revealed
  onShown: (value: string) => void
  onClose: () => void
}

/** Reasons for a reveal; the log contains them in this language, whatever the user's language is. */
const REASONS = ['电话回访', '核对资料', '处理投诉', '付款核对']
const OTHER = '其他原因'
const MAX_REASON = 100

/** Asks for a reason, requests the value, and shows the error if the server refuses. */
export function RevealDialog({ label, endpoint, of, onShown, onClose }: RevealDialogProps) {
  const [chosen, setChosen] = useState<string>()
  const [typed, setTyped] = useState('')
  const call = useReveal(endpoint, of, (value) => {
    onShown(value)
    onClose()
  })
  const send = () => void call.run(chosen === OTHER ? typed.trim() : (chosen ?? ''))
  return (
    <TouchSize>
      <Modal
        open
        width={420}
        title={t('查看完整{name}', { name: label })}
        okText={t('查看')}
        okButtonProps={{ disabled: !chosen }}
        confirmLoading={call.busy}
        onOk={send}
        onCancel={onClose}
      >
        <Reason chosen={chosen} onChoose={setChosen} typed={typed} onType={setTyped} onEnter={send} />
        {call.error && (
          <p className="reveal-error" role="alert">
            {call.error}
          </p>
        )}
      </Modal>
    </TouchSize>
  )
}

interface ReasonProps {
  chosen: string | undefined
  onChoose: (reason: string) => void
  typed: string
  onType: (text: string) => void
  onEnter: () => void
}

function Reason({ chosen, onChoose, typed, onType, onEnter }: ReasonProps) {
  const why = useId()
  return (
    <>
      <p id={why}>{t('为什么查看？原因会记入操作日志，内容显示 30 秒。')}</p>
      <Radio.Group
        className="reveal-reasons"
        aria-labelledby={why}
        value={chosen}
        onChange={(event) => onChoose(event.target.value)}
        options={[...REASONS, OTHER].map((reason) => ({ value: reason, label: t(reason) }))}
      />
      {chosen === OTHER && (
        <Input
          autoFocus
          aria-label={t('查看原因')}
          placeholder={t('请写明原因，至少 2 个字')}
          maxLength={MAX_REASON}
          value={typed}
          onChange={(event) => onType(event.target.value)}
          onPressEnter={(event) => !event.nativeEvent.isComposing && onEnter()}
        />
      )}
    </>
  )
}
