import { Button } from 'antd'
import { t } from '#kit/text.ts'

interface Props {
  form: string
  busy: boolean
  /** An offered draft must be answered first, or the consequences are not shown yet. */
  blocked?: boolean
  submitText?: string
  onCancel?: () => void
}

/** 取消 and 确定; 确定 is disabled while the form is being sent. */
export function FormFooter({ form, busy, blocked, submitText = t('确定'), onCancel }: Props) {
  return (
    <div className="form-footer">
      {onCancel && (
        <Button onClick={onCancel} disabled={busy}>
          {t('取消')}
        </Button>
      )}
      <Button type="primary" htmlType="submit" form={form} loading={busy} disabled={blocked}>
        {submitText}
      </Button>
    </div>
  )
}
