import type * as z from 'zod'
import { today } from '#kit/calendar.ts'
import type { Endpoint, Need } from '#kit/contract.ts'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'

/** An endpoint that sets the last day of a record. */
type EndEndpoint = Endpoint<
  Need,
  z.ZodType<unknown, { id: string | number; version: number; toOn: string | null }>
>

interface Props {
  endpoint: EndEndpoint
  /** The record to end; null while the form is closed. */
  record: { id: number; version: number } | null
  title: string
  submitText: string
  onClose: () => void
}

/** Asks for the last day and ends the record. */
export function EndForm({ endpoint, record, title, submitText, onClose }: Props) {
  return (
    <FormModal
      open={record !== null}
      onClose={onClose}
      title={title}
      endpoint={endpoint}
      isAction
      record={record ?? undefined}
      defaults={{ toOn: today(() => new Date()) }}
      fields={[
        { key: 'toOn', kind: 'day', label: t('最后一天'), hint: t('这一天仍然算在内'), notClearable: true },
      ]}
      submitText={submitText}
    />
  )
}
