import { App } from 'antd'
import { useRef } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { formName } from '#kit/ui/draft.ts'
import type { EntityFormProps } from './declare.tsx'
import type { DraftState } from './useDraft.tsx'
import { useDraft } from './useDraft.tsx'
import { useFailure } from './useFailure.tsx'
import { useFormErrors } from './useFormErrors.tsx'
import type { FormValues } from './useFormValues.tsx'
import { useFormValues } from './useFormValues.tsx'
import { useMerge } from './useMerge.tsx'
import type { FormPlan, Values } from './values.ts'
import { buildInput } from './values.ts'

/** The state of a form, and how it is sent: validation, failures, merging, drafts. */
export function useEntityForm<E extends Endpoint>(props: EntityFormProps<E>) {
  const { endpoint } = props
  const { message } = App.useApp()
  const save = useAction(endpoint, { messagePlace: 'inPage' })
  const state = useFormValues(props)
  const errors = useFormErrors(state)
  const draft = useDraft(draftPlace(props, state.base), state)
  const once = useOnce()

  const send = (plan: FormPlan, values: Values) =>
    once(async () => {
      const { input, changed, errors: found } = buildInput(plan, values)
      errors.show(found)
      if (Object.keys(found).length > 0) return
      if (plan.base && changed.length === 0) return void message.info(t('没有需要保存的修改'))
      try {
        const answer = await save.mutateAsync(input as never)
        message.success(props.doneText ?? t('已保存'))
        state.settle()
        await draft.drop()
        props.onDone?.(answer, values)
      } catch (error) {
        fail(error)
      }
    })
  const merge = useMerge(state, { send, drop: draft.drop })
  const fail = useFailure(state.base !== undefined, errors.show, merge.open)
  const submit = () => send(state.plan(), state.values())
  const restore = () => resume(state, draft, merge.open)
  return {
    ...state,
    general: errors.general,
    refused: errors.refused,
    merge,
    draft,
    restore,
    submit,
    busy: save.isPending,
  }
}

export type FormState = ReturnType<typeof useEntityForm>

/** The place of this form's drafts. */
function draftPlace<E extends Endpoint>(
  { endpoint, fixed, title }: EntityFormProps<E>,
  base: Values | undefined,
) {
  const form = formName(`${endpoint.method} ${endpoint.path}`, fixed)
  return { form, title, record: base ? Number(base.id) : ('new' as const) }
}

/** Restores a draft; if the record has changed since, the user compares the two first. */
function resume(state: FormValues, draft: DraftState, compare: (current: Values) => void): void {
  if (!draft.offered) return
  const { base } = state
  state.resume(draft.offered)
  if (base && draft.offered.version !== base.version) compare(base)
  draft.accept()
}

/** Runs a task only if it is not running already: a second press of the button does nothing. */
function useOnce() {
  const running = useRef(false)
  return async (task: () => Promise<void>): Promise<void> => {
    if (running.current) return
    running.current = true
    await task().finally(() => {
      running.current = false
    })
  }
}
