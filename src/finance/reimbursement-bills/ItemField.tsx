import { Form } from 'antd'
import type { ReactNode } from 'react'
import type { DraftItem } from './draftItems.ts'

export interface ItemFieldsProps {
  item: DraftItem
  /** Its place, from 0: the sentences about it name it. */
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

/** One field of an item with its label and what is wrong with it. */
export function ItemField({ item, at, problems, name, label, required = false, children }: FieldProps) {
  const said = problems[`items.${at}.${name}`]
  return (
    <Form.Item
      {...{ label, required }}
      htmlFor={fieldId(item, name)}
      help={said}
      validateStatus={said ? 'error' : undefined}
    >
      {children}
    </Form.Item>
  )
}

/** By which a label knows its field. */
export const fieldId = (item: DraftItem, name: string) => `item-${item.key}-${name}`
