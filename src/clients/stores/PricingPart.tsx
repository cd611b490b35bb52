import { Form } from 'antd'
import type { ReactNode } from 'react'
import './ui/PricingPicker.css'

interface Props {
  label?: string
  /** The error message. */
  said: string | undefined
  children: ReactNode
}

/** A form item for one parameter of a price. */
export function PricingPart({ label, said, children }: Props) {
  return (
    <Form.Item
      label={label}
      required={label !== undefined}
      help={said}
      validateStatus={said ? 'error' : undefined}
      className="pricing-part"
    >
      {children}
    </Form.Item>
  )
}
