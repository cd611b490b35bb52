import { useId } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { useLeaveQuestion, useUnsaved } from '#kit/ui/unsaved.tsx'
import type { EntityFormProps, FormConsequences } from './declare.tsx'
import { useEntityForm } from './useEntityForm.tsx'

export interface FormWindowProps<E extends Endpoint> extends EntityFormProps<E> {
  open: boolean
  onClose: () => void
  /** Default 确定. */
  submitText?: string
  /** Listed under the fields; the form can be sent only after they were shown. */
  consequences?: FormConsequences
}

/** A form in a window of its own: closes after success, and asks before it closes with unsaved changes. */
export function useFormWindow<E extends Endpoint>(props: FormWindowProps<E>) {
  const askToLeave = useLeaveQuestion()
  const id = useId()
  const state = useEntityForm({
    ...props,
    onDone: (answer, values) => {
      props.onDone?.(answer, values)
      props.onClose()
    },
  })
  const { draft, isDirty } = state
  useUnsaved({ isDirty, saveDraft: draft.flush, discard: () => void draft.drop() }, props.open)
  const close = () => {
    if (state.busy) return
    if (!isDirty()) return props.onClose()
    askToLeave({
      saveDraft: () => void draft.flush().then(props.onClose),
      discard: () => void draft.drop().then(props.onClose),
    })
  }
  return { id, state, close }
}
