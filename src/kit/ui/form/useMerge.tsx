import { App } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import type { Side } from './merge.ts'
import { differences, mergeValues } from './merge.ts'
import type { FormValues } from './useFormValues.tsx'
import type { FormPlan, Values } from './values.ts'
import { initialValues } from './values.ts'

interface MergeActions {
  send: (plan: FormPlan, values: Values) => Promise<void>
  /** Deletes the draft. */
  drop: () => Promise<void>
}

/** The newer record that another user has saved, until the user has decided what happens to their own changes. */
export function useMerge(state: FormValues, { send, drop }: MergeActions) {
  const { message } = App.useApp()
  const [current, open] = useState<Values | null>(null)
  const save = (choices: Record<string, Side>) => {
    if (!current) return
    const plan = state.plan()
    const next = mergeValues(plan, current, state.values(), choices)
    // If the other side was chosen everywhere, there is nothing to send; an action must not be repeated either.
    if (differences({ ...plan, base: current }, current, next).length === 0) {
      message.info(t('没有需要保存的修改'))
      return discard()
    }
    state.rebase(current, next)
    open(null)
    void send({ ...plan, base: current }, next)
  }
  const discard = () => {
    if (!current) return
    state.rebase(current, initialValues(state.plan(), current))
    open(null)
    void drop()
  }
  const changes = current ? differences(state.plan(), current, state.values()) : []
  return { current, changes, open, save, discard, leave: () => open(null) }
}
