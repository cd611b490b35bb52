import type { FormProps } from 'antd'
import { Form } from 'antd'
import type { KeyboardEvent, PropsWithChildren } from 'react'

type Props<Values> = PropsWithChildren<Omit<FormProps<Values>, 'children'>>

/** A field of plain text. Selects and tags are `combobox`, whole numbers `spinbutton`, money and percentages `decimal`. */
const PLAIN_TEXT =
  'input:is([type="text"], [type="password"]):not([role], [inputmode="decimal"], .ant-picker input)'

/**
 * antd's `Form` with fields that are submitted together. Enter submits from plain text only: in a date, select, tag or
 * number field it does what the control does with it, so that nobody sends or validates half a form by choosing a day.
 */
export function SubmitForm<Values>({ onKeyDown, ...form }: Props<Values>) {
  const press = (event: KeyboardEvent<HTMLFormElement>) => {
    onKeyDown?.(event)
    const { key, target } = event
    // The browser submits by the default action of the key; the control has handled it before it gets here.
    if (key === 'Enter' && target instanceof HTMLInputElement && !target.matches(PLAIN_TEXT))
      event.preventDefault()
  }
  return <Form<Values> {...form} onKeyDown={press} />
}
