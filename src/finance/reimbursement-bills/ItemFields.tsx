import { DatePicker, Form, Input, Select } from 'antd'
import dayjs from 'dayjs'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { MoneyInput } from '#kit/ui/MoneyInput.tsx'
import type { DraftItem } from './draftItems.ts'
import type { ItemFieldsProps } from './ItemField.tsx'
import { fieldId, ItemField } from './ItemField.tsx'
import { ItemTarget } from './ItemTarget.tsx'
import { categoryNames } from './rules.ts'

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
        <Select
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
      <ItemField {...{ item, at, problems }} name="invoiceNo" label={t('发票号')}>
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
      <ItemField {...{ item, at, problems }} name="what" label={t('说明')}>
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
