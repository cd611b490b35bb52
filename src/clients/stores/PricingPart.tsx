import { Form } from 'antd'
import type { ReactNode } from 'react'
import './ui/PricingPicker.css'

interface Props {
  label?: string
  /** The error message. */
  error: string | undefined
  children: ReactNode
}

/** A form item for one parameter of a price. */
export function PricingPart({ label, error, children }: Props) {
  return (
    <Form.Item
      label={label}
      required={label !== undefined}
      help={error}
      validateStatus={error ? 'error' : undefined}
      className="pricing-part"
    >
      {children}
    </Form.Item>
  )
}
