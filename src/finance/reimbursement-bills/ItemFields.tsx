import { DatePicker, Form, Input } from 'antd'
import dayjs from 'dayjs'
import type { ReactNode } from 'react'
import { can } from '#access/can.ts'
import { CustomerPicker } from '#clients/customers/ui/CustomerPicker.tsx'
import { StorePicker } from '#clients/stores/ui/StorePicker.tsx'
import { t } from '#kit/text.ts'
import { LocalSelect } from '#kit/ui/choice/LocalSelect.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import { useUser } from '#kit/ui/user.tsx'
import type { DraftItem } from './draftItems.ts'
import { categoryNames, targetNames } from './rules.ts'

/** Fields of an item: amount, category, day, target, invoice and description. */
export function ItemFields({ item, at, problems, onChange }: ItemFieldsProps) {
  const of = { item, at, problems }
  return (
    <Form layout="vertical" component="div" className="claim-card-fields">
      <ItemField {...of} name="amountCents" label={t('金额')} required>
        <MoneyInput
          id={fieldId(item, 'amountCents')}
          value={item.amountCents}
          onChange={(amountCents) => onChange({ amountCents })}
        />
      </ItemField>
      <ItemField {...of} name="category" label={t('类别')} required>
        <LocalSelect
          none="fixed"
          id={fieldId(item, 'category')}
          className="wide-control"
          options={choicesOf(categoryNames)}
          value={item.category as string}
          onChange={(category) => onChange({ category: category as DraftItem['category'] })}
        />
      </ItemField>
      <ItemField {...of} name="onDay" label={t('发生日期')} required>
        <DayField item={item} onChange={onChange} />
      </ItemField>
      <ItemTarget {...of} onChange={onChange} />
      <TextFields {...of} onChange={onChange} />
    </Form>
  )
}

function DayField({ item, onChange }: Pick<ItemFieldsProps, 'item' | 'onChange'>) {
  return (
    <DatePicker
      id={fieldId(item, 'onDay')}
      className="wide-control"
      allowClear={false}
      inputReadOnly
      maxDate={dayjs()}
      suffixIcon={<Icon name="calendar" />}
      value={dayjs(item.onDay)}
      onChange={(day) => day && onChange({ onDay: day.format('YYYY-MM-DD') })}
    />
  )
}

function TextFields({ item, at, problems, onChange }: ItemFieldsProps) {
  return (
    <>
      <ItemField item={item} at={at} problems={problems} name="invoiceNo" label={t('发票号')}>
        <Input
          id={fieldId(item, 'invoiceNo')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={24}
          placeholder={t('8 位或 20 位，没有可不填')}
          value={item.invoiceNo}
          onChange={(event) => onChange({ invoiceNo: event.target.value })}
        />
      </ItemField>
      <ItemField item={item} at={at} problems={problems} name="what" label={t('说明')}>
        <Input
          id={fieldId(item, 'what')}
          maxLength={200}
          autoComplete="off"
          placeholder={t('去哪里、做什么、和谁')}
          value={item.what}
          onChange={(event) => onChange({ what: event.target.value })}
        />
      </ItemField>
    </>
  )
}

const NOBODY = { customerId: null, storeId: null, targetName: null }

/** 费用归属: general costs, a customer or a store; offers only kinds that the user may read. */
function ItemTarget({ item, at, problems, onChange }: ItemFieldsProps) {
  const of = { item, at, problems }
  const targets = useTargets()
  const picked = { value: item[item.target === 'store' ? 'storeId' : 'customerId'], name: item.targetName }
  return (
    <>
      <ItemField {...of} name="target" label={t('费用归属')}>
        <LocalSelect
          none="fixed"
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

interface ItemFieldsProps {
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
function ItemField({ item, at, problems, name, label, required = false, children }: FieldProps) {
  const problem = problems[`items.${at}.${name}`]
  return (
    <Form.Item
      label={label}
      required={required}
      htmlFor={fieldId(item, name)}
      help={problem}
      validateStatus={problem ? 'error' : undefined}
    >
      {children}
    </Form.Item>
  )
}

/** HTML id that connects the label with its field. */
const fieldId = (item: DraftItem, name: string) => `item-${item.key}-${name}`
