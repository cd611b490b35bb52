import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { reasonNames } from '#clients/churn-records/rules.ts'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { today } from '#kit/calendar.ts'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import type { Field } from '#kit/ui/form/declare.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { type ChurnPage, type ChurnRecord, churnRecords } from './contract.ts'

/** The fields that can be filled in before the loss is confirmed. */
function openRecordFields(
  companyCode?: string,
): Field<'detectedOn' | 'stopOn' | 'reason' | 'handlerId' | 'note'>[] {
  return [
    { key: 'detectedOn', kind: 'day' },
    { key: 'stopOn', kind: 'day', placeholder: t('还不知道可不填') },
    { key: 'reason', kind: 'select', options: choicesOf(reasonNames), placeholder: t('确认流失前补上即可') },
    {
      key: 'handlerId',
      kind: 'picker',
      options: staffOptions,
      nameKey: 'handlerName',
      query: { purpose: 'owner', ...(companyCode && { companyCode }) },
      placeholder: t('默认为负责商务'),
    },
    { key: 'note', kind: 'textarea', wide: true },
  ]
}

interface Props {
  open: boolean
  subject: ChurnSubject
  /** The customer or store of the record; if absent, the user chooses it. */
  about?: { id: number; name: string }
  onClose: () => void
  onDone?: (page: ChurnPage) => void
}

/** Registers that a customer or a store may be lost: opens a record in state 挽留中; the service continues. */
export function ChurnForm({ open, subject, about, onClose, onDone }: Props) {
  const key = subject === 'store' ? 'storeId' : 'customerId'
  const options = subject === 'store' ? storeOptions : customerOptions
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={about ? t('登记{name}的流失风险', { name: about.name }) : t('登记流失风险')}
      endpoint={churnRecords.create}
      columns={2}
      fixed={about && { [key]: about.id }}
      defaults={{ detectedOn: today(() => new Date()) }}
      fields={[!about && { key, kind: 'picker', options, wide: true }, ...openRecordFields()]}
      doneText={t('已登记，状态为挽留中')}
      onDone={onDone}
    />
  )
}

/** Edits a record that is not confirmed. */
export function ChurnEdit({ record, onClose }: { record: ChurnRecord | null; onClose: () => void }) {
  return (
    <FormModal
      open={record !== null}
      onClose={onClose}
      title={t('编辑流失记录')}
      endpoint={churnRecords.update}
      record={record ?? undefined}
      columns={2}
      fields={openRecordFields(record?.companyCode)}
    />
  )
}
