import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { DraftItem } from './draftItems.ts'

export interface ItemFieldsProps {
  item: DraftItem
  /** Index of the item, used in the keys of `problems`. */
  at: number
  problems: Readonly<Record<string, string>>
  onChange: (changes: Partial<DraftItem>) => void
}

interface FieldProps {
  item: DraftItem
  at: number
  problems: Readonly<Record<string, string>>
  name: string
  label: string
  required?: boolean
  children: ReactNode
}

/** Form field of an item, with label and error message. */
export function ItemField({ item, at, problems, name, label, required = false, children }: FieldProps) {
  const problem = problems[`items.${at}.${name}`]
  return (
    <Form.Item
      {...{ label, required }}
      htmlFor={fieldId(item, name)}
      help={problem}
      validateStatus={problem ? 'error' : undefined}
    >
      {children}
    </Form.Item>
  )
}

/** HTML id that connects the label with its field. */
export const fieldId = (item: DraftItem, name: string) => `item-${item.key}-${name}`
