import { useNavigate } from 'react-router'
import { type BillPage, customerBills } from '#billing/customer-bills/contract.ts'
import { LinesField, LinesOfKind, newLine } from '#billing/customer-bills/LinesField.tsx'
import { monthChoices } from '#billing/customer-bills/months.tsx'
import { billName, kindNames } from '#billing/customer-bills/rules.ts'
import { StoreOfCustomer } from '#billing/customer-bills/StoreOfCustomer.tsx'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { monthOf, today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormDrawer } from '#kit/ui/FormDrawer.tsx'
import { BILLS_PATH } from './billsPath.tsx'

export interface BillFormProps {
  open: boolean
  onClose: () => void
}

/** Creates a manual bill, for example a deposit, extra work or an adjustment. */
export function BillForm({ open, onClose }: BillFormProps) {
  const navigate = useNavigate()
  const { refund: _refund, opening: _opening, ...kinds } = kindNames
  return (
    <FormDrawer
      open={open}
      onClose={onClose}
      title={t('新建账单')}
      endpoint={customerBills.create}
      columns={2}
      defaults={{ month: monthOf(today(() => new Date())), kind: 'extra', lines: [newLine('extra')] }}
      fields={[
        { key: 'customerId', kind: 'picker', options: customerOptions, wide: true },
        {
          key: 'storeId',
          kind: 'custom',
          wide: true,
          render: (control) => <StoreOfCustomer {...control} />,
          when: ({ customerId }) => typeof customerId === 'number',
        },
        { key: 'kind', kind: 'select', options: choicesOf(kinds) },
        { key: 'month', kind: 'select', options: monthChoices() },
        {
          key: 'lines',
          kind: 'custom',
          wide: true,
          inner: true,
          render: (control) => <LinesOfKind {...control} />,
          hint: t(
            '项目、数量、含税单价、税率；少收的写成负数，类型选“调整”。已收的款和押金在原账单上办理退款。',
          ),
        },
        { key: 'discountCents', kind: 'money' },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
      doneText={t('草稿已保存，核对后再出账')}
      onDone={({ id }) => void navigate(`${BILLS_PATH}/${id}`)}
    />
  )
}

export interface BillEditProps {
  page: BillPage | null
  onClose: () => void
}

/** Edits a draft; a proposed one needs a reason. */
export function BillEdit({ page, onClose }: BillEditProps) {
  if (!page) return null
  const record = { ...page, lines: page.lines.map(({ position }) => ({ keep: position })), reason: null }
  return (
    <FormDrawer
      open
      onClose={onClose}
      title={t('修改{name}', { name: billName(page) })}
      endpoint={customerBills.update}
      record={record}
      columns={2}
      fields={[
        {
          key: 'lines',
          kind: 'custom',
          wide: true,
          inner: true,
          render: (control) => <LinesField {...control} kind={page.kind} currentLines={page.lines} />,
          hint: t('系统算出的行不能改数，可以删去后另写一行。'),
        },
        { key: 'discountCents', kind: 'money' },
        page.origin !== 'keyed' && {
          key: 'reason',
          wide: true,
          placeholder: t('与客户约定、数据有误等'),
          hint: t('改过的草稿不再随数据更新。'),
        },
        { key: 'note', kind: 'textarea', wide: true },
      ]}
    />
  )
}
