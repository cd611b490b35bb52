import { Select } from 'antd'
import { can } from '#access/can.ts'
import { CustomerPicker } from '#clients/customers/ui/CustomerPicker.tsx'
import { StorePicker } from '#clients/stores/ui/StorePicker.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { DraftItem } from './draftItems.ts'
import type { ItemFieldsProps } from './ItemField.tsx'
import { fieldId, ItemField } from './ItemField.tsx'
import { targetNames } from './rules.ts'

const NOBODY = { customerId: null, storeId: null, targetName: null }

/** 费用归属: general costs, a customer or a store; offers only kinds that the user may read. */
export function ItemTarget({ item, at, problems, onChange }: ItemFieldsProps) {
  const of = { item, at, problems }
  const targets = useTargets()
  const picked = { value: item[item.target === 'store' ? 'storeId' : 'customerId'], name: item.targetName }
  return (
    <>
      <ItemField {...of} name="target" label={t('费用归属')}>
        <Select
          id={fieldId(item, 'target')}
          className="wide-control"
          options={targets}
          value={item.target as string}
          onChange={(target) => onChange({ ...NOBODY, target: target as DraftItem['target'] })}
        />
      </ItemField>
      {item.target === 'customer' && (
        <ItemField {...of} name="customerId" label={t('客户')} required>
          <CustomerPicker
            {...picked}
            id={fieldId(item, 'customerId')}
            onChange={(customerId) => onChange({ customerId: customerId ?? null })}
          />
        </ItemField>
      )}
      {item.target === 'store' && (
        <ItemField {...of} name="storeId" label={t('店铺')} required>
          <StorePicker
            {...picked}
            id={fieldId(item, 'storeId')}
            onChange={(storeId) => onChange({ storeId: storeId ?? null })}
          />
        </ItemField>
      )}
    </>
  )
}

function useTargets() {
  const user = useUser()
  return choicesOf({
    common: targetNames.common,
    ...(can(user, 'canReadCustomer') && { customer: targetNames.customer }),
    ...(can(user, 'canReadStore') && { store: targetNames.store }),
  })
}
