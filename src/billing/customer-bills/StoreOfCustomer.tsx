import { Form } from 'antd'
import { useEffect, useRef } from 'react'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { t } from '#kit/text.ts'
import type { ControlProps } from '#kit/ui/form/declare.tsx'
import { OptionPicker } from '#kit/ui/OptionPicker.tsx'

/** Picks a store of the customer in the form; clears the value if the customer changes. */
export function StoreOfCustomer({ value, onChange, problems: _problems, ...rest }: ControlProps) {
  const customerId = Form.useWatch('customerId') as number | undefined
  const before = useRef(customerId)
  useEffect(() => {
    if (before.current !== undefined && before.current !== customerId) onChange?.(undefined)
    before.current = customerId
  }, [customerId, onChange])
  return (
    <OptionPicker
      {...rest}
      endpoint={storeOptions}
      query={{ customerId }}
      placeholder={t('不选则为客户级账单')}
      value={value as number | undefined}
      onChange={onChange}
    />
  )
}
