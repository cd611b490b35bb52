import { App } from 'antd'
import { useRef, useState } from 'react'
import type { Endpoint } from '#kit/contract.ts'
import { CallError, fieldsOf } from '#kit/failures.ts'
import { useAction, useClient } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { EntityFormProps } from './declare.tsx'
import { useFormErrors } from './useFormErrors.tsx'
import { useFormValues } from './useFormValues.tsx'
import type { Values } from './values.ts'
import { outgoing } from './values.ts'

/** A form and everything that can happen when it is sent. */
export function useEntityForm<E extends Endpoint>(props: EntityFormProps<E>) {
  const { message } = App.useApp()
  const save = useAction(props.endpoint, { skipErrorHandler: true })
  const state = useFormValues(props)
  const errors = useFormErrors(state)
  const newest = useNewest(state.rebase)
  const fail = useFailure(state.base !== undefined, errors.show, newest.set)
  const once = useOnce()

  const submit = () =>
    once(async () => {
      const { input, changed, errors: found } = outgoing(state.plan(), state.values())
      errors.show(found)
      if (Object.keys(found).length > 0) return
      if (state.base && changed.length === 0) return void message.info(t('没有需要保存的修改'))
      try {
        const answer = await save.mutateAsync(input as never)
        message.success(props.doneText ?? t('已保存'))
        state.settle()
        props.onDone?.(answer)
      } catch (error) {
        fail(error)
      }
    })
  return { ...state, general: errors.general, newest, submit, busy: save.isPending }
}

export type FormState = ReturnType<typeof useEntityForm>

/** The record that stands now, where this person saw an older one, until they have decided what to do about it. */
function useNewest(rebase: (current: Values) => void) {
  const [record, set] = useState<Values | null>(null)
  const load = () => {
    if (record) rebase(record)
    set(null)
  }
  return { record, set, load, leave: () => set(null) }
}

/** Where a failed call is shown: as a dialog if the record is newer, under the fields it names, or as usual. */
function useFailure(
  editing: boolean,
  show: (sentences: Record<string, string>) => void,
  setNewest: (current: Values) => void,
) {
  const client = useClient()
  return (error: unknown): void => {
    if (!(error instanceof CallError)) throw error
    const current = error.code === 'STALE' ? (error.data?.current as Values | undefined) : undefined
    const sentences = fieldsOf(error)
    if (current && editing) setNewest(current)
    else if (sentences) show(sentences)
    else client.report(error)
  }
}

/** Runs a task only while it is not running already: a second press of the button does nothing. */
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
