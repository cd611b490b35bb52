import { useId } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import type { EntityFormProps } from './form/declare.tsx'
import { FormBody } from './form/FormBody.tsx'
import { FormFooter } from './form/FormFooter.tsx'
import { useEntityForm } from './form/useEntityForm.tsx'
import { TouchSize } from './TouchSize.tsx'
import { useUnsaved } from './unsaved.tsx'

/** A form on a page: the fields of `FormDrawer` and one button. */
export function EntityForm<E extends Endpoint>(props: EntityFormProps<E> & { submitText?: string }) {
  const id = useId()
  const state = useEntityForm(props)
  const { draft, isDirty } = state
  useUnsaved({ isDirty, saveDraft: draft.flush, discard: () => void draft.drop() }, true)
  return (
    <TouchSize>
      <FormBody id={id} state={state as never} parts={props.fields} columns={props.columns ?? 1} />
      <FormFooter
        form={id}
        busy={state.busy}
        blocked={draft.offered !== null}
        submitText={props.submitText}
      />
    </TouchSize>
  )
}
