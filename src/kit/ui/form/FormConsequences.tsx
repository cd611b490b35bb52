import { Form } from 'antd'
import { useEffect } from 'react'
import { ConsequenceList, useConsequences } from '#kit/ui/ConsequenceList.tsx'
import type { FormConsequences as Declared } from './declare.tsx'
import type { Values } from './values.ts'

interface Props {
  of: Declared
  state: { form: ReturnType<typeof Form.useForm<Values>>[0]; values: () => Values }
  /** Called with whether the present values may be sent. */
  onReady: (ready: boolean) => void
}

/** What the form's write will change, for the present values of its fields. */
export function FormConsequences({ of: { endpoint, input }, state, onReady }: Props) {
  Form.useWatch([], state.form)
  const { call, ready } = useConsequences(endpoint, input(state.values()))
  useEffect(() => onReady(ready), [ready, onReady])
  return <ConsequenceList call={call} />
}
