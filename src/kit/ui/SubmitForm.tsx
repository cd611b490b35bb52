import { Form, type FormProps } from 'antd'
import type { KeyboardEvent, PropsWithChildren } from 'react'

type Props<Values> = PropsWithChildren<Omit<FormProps<Values>, 'children'>>

/**
 * A plain text field. Selects and tags have the role `combobox`, whole numbers `spinbutton`; money and percentages have
 * the input mode `decimal`.
 */
const PLAIN_TEXT =
  'input:is([type="text"], [type="password"]):not([role], [inputmode="decimal"], .ant-picker input)'

/**
 * antd's `Form` with fields that are submitted together. Enter submits from plain text only: in a date, select, tag or
 * number field it acts on the control, so that choosing a day does not send or validate half a form.
 */
export function SubmitForm<Values>({ onKeyDown, ...form }: Props<Values>) {
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    onKeyDown?.(event)
    const { key, target } = event
    // The browser submits as the default action of the key; the control has handled the key before.
    if (key === 'Enter' && target instanceof HTMLInputElement && !target.matches(PLAIN_TEXT))
      event.preventDefault()
  }
  return <Form<Values> {...form} onKeyDown={press} />
}
