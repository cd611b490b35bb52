import { Form } from 'antd'
import type { ReactNode } from 'react'
import './ui/PricingPicker.css'

interface Props {
  label?: string
  /** What is wrong with it. */
  said: string | undefined
  children: ReactNode
}

/** One field of a price. */
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
