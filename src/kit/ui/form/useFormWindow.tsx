import { App } from 'antd'
import { useId } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { t } from '#kit/text.ts'
import type { EntityFormProps } from './declare.tsx'
import { useEntityForm } from './useEntityForm.tsx'

export interface FormWindowProps<E extends Endpoint> extends EntityFormProps<E> {
  open: boolean
  onClose: () => void
  title: string
  /** Default 确定. */
  submitText?: string
}

/** A form in a window of its own: closes after success, asks before it closes over changes. */
export function useFormWindow<E extends Endpoint>(props: FormWindowProps<E>) {
  const { modal } = App.useApp()
  const id = useId()
  const state = useEntityForm({
    ...props,
    onDone: (answer) => {
      props.onDone?.(answer)
      props.onClose()
    },
  })
  const close = () => {
    if (state.busy) return
    if (!state.isDirty()) return props.onClose()
    modal.confirm({
      title: t('放弃未保存的修改？'),
      content: t('您填写的内容还没有保存，关闭后不会保留。'),
      okText: t('放弃修改'),
      okButtonProps: { danger: true },
      cancelText: t('继续填写'),
      onOk: props.onClose,
    })
  }
  return { id, state, close }
}
