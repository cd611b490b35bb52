import type { BillPage, Receipt } from '#billing/customer-bills/contract.ts'
import { billConsequences } from '#billing/customer-bills/contractConsequences.ts'
import { customerBillSteps } from '#billing/customer-bills/contractSteps.ts'
import { missingFields } from '#billing/customer-bills/missingFields.tsx'
import { ReceiveForm } from '#billing/customer-bills/ReceiveForm.tsx'
import { billName, DAYS_TO_PAY, invoiceTypeNames } from '#billing/customer-bills/rules.ts'
import { addDays, today } from '#kit/calendar.ts'
import { formatMoney } from '#kit/format.ts'
import { joinWords, t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'

export type Step = 'issue' | 'void' | 'invoice' | 'refund' | 'receive' | 'writeOff'

interface Props {
  page: BillPage
  step: Step | null
  onClose: () => void
  /** Called with the refund bill after a refund. */
  onRefunded: (page: BillPage) => void
}

const now = () => today(() => new Date())

interface StepFormProps {
  page: BillPage
  form: { open: boolean; onClose: () => void; isAction: boolean; record: BillPage }
}

/** The forms of all steps; `step` is the open one. */
export function BillStepForms({ page, step, onClose, onRefunded }: Props) {
  const form = (of: Step) => ({ open: step === of, onClose, isAction: true, record: page })
  return (
    <>
      <FormModal
        {...form('issue')}
        title={t('出账：{name}', { name: billName(page) })}
        endpoint={customerBillSteps.issue}
        defaults={{ dueOn: addDays(now(), DAYS_TO_PAY) }}
        fields={[...missingFields(page.missing), { key: 'dueOn', kind: 'day' }]}
        consequences={{
          endpoint: billConsequences.issue,
          input: ({ dueOn }) => ({ id: page.id, ...(dueOn ? { dueOn } : {}) }),
        }}
        submitText={t('出账')}
        doneText={t('已出账')}
      />
      <VoidForm page={page} form={form('void')} />
      <InvoiceForm page={page} form={form('invoice')} />
      <RefundForm page={page} form={form('refund')} onDone={onRefunded} />
      <ReceiveForm page={page} form={form('receive')} />
      <WriteOffForm page={page} form={form('writeOff')} />
    </>
  )
}

function VoidForm({ page, form }: StepFormProps) {
  const name = billName(page)
  const draft = page.status === 'draft'
  return (
    <FormModal
      {...form}
      title={draft ? t('驳回草稿：{name}', { name }) : t('作废：{name}', { name })}
      endpoint={customerBillSteps.void}
      defaults={{ reason: '' }}
      fields={[
        {
          key: 'reason',
          kind: 'textarea',
          hint: t(voidHint(page)),
        },
      ]}
      consequences={{ endpoint: billConsequences.void, input: () => ({ id: page.id }) }}
      submitText={draft ? t('驳回') : t('作废')}
    />
  )
}

/** Hint about the effects of rejecting or voiding. */
function voidHint({ status, kind, relatesTo }: BillPage): string {
  if (status === 'draft') return '驳回后不会再自动提出。'
  if (kind === 'refund' && relatesTo) return '编号保留，不再付款；这笔钱回到原账单，可以另行退款。'
  return '编号保留，不再收款；可以重新提出这个月的账单。'
}

function InvoiceForm({ page, form }: StepFormProps) {
  return (
    <FormModal
      {...form}
      title={t('登记发票：{name}', { name: billName(page) })}
      endpoint={customerBillSteps.invoice}
      defaults={{ invoiceNo: page.invoiceNo ?? '', invoiceType: page.invoiceType ?? 'general' }}
      fields={[
        { key: 'invoiceNo' },
        { key: 'invoiceType', kind: 'select', options: choicesOf(invoiceTypeNames) },
      ]}
    />
  )
}

function RefundForm({ page, form, onDone }: StepFormProps & { onDone: (page: BillPage) => void }) {
  return (
    <FormModal
      {...form}
      title={t('退款：{name}', { name: billName(page) })}
      endpoint={customerBillSteps.refund}
      defaults={{ amountCents: page.refundableCents, reason: '' }}
      fields={[
        {
          key: 'amountCents',
          kind: 'money',
          hint: refundHint(page),
        },
        { key: 'reason', kind: 'textarea' },
      ]}
      consequences={{
        endpoint: billConsequences.refund,
        input: ({ amountCents }) => (isAmount(amountCents) ? { id: page.id, amountCents } : null),
      }}
      submitText={t('退款')}
      doneText={t('已生成退款账单')}
      onDone={onDone}
    />
  )
}

/** Writes off the open amount, with a reason. */
function WriteOffForm({ page, form }: StepFormProps) {
  const owed = page.totalCents - page.receivedCents - page.writtenOffCents
  return (
    <FormModal
      {...form}
      title={t('核销：{name}', { name: billName(page) })}
      endpoint={customerBillSteps.writeOff}
      defaults={{ onDay: now(), amountCents: owed, reason: '' }}
      fields={[
        { key: 'onDay', kind: 'day', notClearable: true },
        { key: 'amountCents', kind: 'money', hint: t('还差 {money}', { money: formatMoney(owed) }) },
        {
          key: 'reason',
          kind: 'textarea',
          hint: t('计为这位客户当月的坏账，不计收款；以后收到款时，先冲销核销，再登记收款。'),
        },
      ]}
      consequences={{
        endpoint: billConsequences.writeOff,
        input: ({ onDay, amountCents }) =>
          onDay && isAmount(amountCents) ? { id: page.id, onDay, amountCents } : null,
      }}
      submitText={t('核销')}
      doneText={t('已核销')}
    />
  )
}

/** False while the amount is still being typed. */
const isAmount = (cents: unknown): boolean => typeof cents === 'number' && cents > 0

/** Hint with the refundable amount; for partly paid bills also the amount that stays open. */
function refundHint({
  status,
  refundableCents,
  totalCents,
  receivedCents,
  writtenOffCents,
}: BillPage): string {
  const hint = t('最多可退 {money}，可以分次退。生成一张当月的退款账单，付出后在那张上登记。', {
    money: formatMoney(refundableCents),
  })
  if (status !== 'partial') return hint
  const owed = formatMoney(totalCents - receivedCents - writtenOffCents)
  return joinWords(hint, t('还没收的 {money} 仍然待收；不再收的请另开调整。', { money: owed }))
}

interface ReverseProps {
  page: BillPage
  receipt: Receipt | null
  onClose: () => void
}

/** Reverses a receipt, with a reason. */
export function ReverseForm({ page, receipt, onClose }: ReverseProps) {
  return (
    <FormModal
      open={receipt !== null}
      onClose={onClose}
      title={t('冲销 {money}', { money: formatMoney(receipt?.amountCents) })}
      endpoint={customerBillSteps.reverse}
      fixed={{ id: page.id, receiptId: receipt?.id, version: page.version }}
      defaults={{ onDay: now() }}
      fields={[
        { key: 'onDay', kind: 'day', notClearable: true },
        { key: 'reason', kind: 'textarea', hint: t('原来的记录保留，另记一笔相反的金额。') },
      ]}
      consequences={{
        endpoint: billConsequences.reverse,
        input: ({ onDay }) => (receipt && onDay ? { id: page.id, receiptId: receipt.id, onDay } : null),
      }}
      submitText={t('冲销')}
      doneText={t('已冲销')}
    />
  )
}
