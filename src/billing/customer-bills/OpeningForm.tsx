import { customers } from '#clients/customers/contract.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { openingBalances } from './contractOpenings.ts'
import { openingKindNames } from './rules.ts'
import { StoreOfCustomer } from './StoreOfCustomer.tsx'

/** 登记期初: enters a receivable or deposit from before the first month of the books. */
export function OpeningForm({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('登记期初')}
      endpoint={openingBalances.create}
      columns={2}
      defaults={{ kind: 'opening' }}
      fields={[
        { key: 'customerId', kind: 'picker', options: customers.options, wide: true },
        {
          ...{ key: 'storeId', kind: 'custom', wide: true },
          render: (control) => <StoreOfCustomer {...control} />,
          when: ({ customerId }) => typeof customerId === 'number',
        },
        {
          ...{ key: 'kind', kind: 'select', options: choicesOf(openingKindNames) },
          hint: t('预付没用完的款选期初押金：记为负债，以后用押金抵扣账单。'),
        },
        { key: 'amountCents', kind: 'money' },
        { key: 'onDay', kind: 'day', hint: t('须早于启用月份；不计入收入。') },
        { key: 'dueOn', kind: 'day', hint: t('不填就是发生日期后 15 天。') },
        { key: 'earlierNo', hint: t('原来账上的编号；同一天有几笔时用它区分。') },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
      doneText={t('已登记期初')}
    />
  )
}
