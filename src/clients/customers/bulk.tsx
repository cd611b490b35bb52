import { t } from '#kit/text.ts'
import type { BulkFields } from '#kit/ui/bulkControls.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import { customers } from './contract.ts'
import { sourceNames, typeNames } from './rules.ts'

const replaced = () => t('会替换每条记录原有的内容')

/** Customers as a bulk edit offers them. */
export const customerBulk: BulkFields = {
  endpoint: customers.update,
  fields: () => [
    { key: 'type', kind: 'select', options: choicesOf(typeNames) },
    { key: 'source', kind: 'select', options: choicesOf(sourceNames) },
    { key: 'contractStartOn', kind: 'day' },
    { key: 'contractEndOn', kind: 'day' },
    { key: 'tags', kind: 'tags', hint: replaced() },
    { key: 'remark', kind: 'textarea', hint: replaced() },
  ],
}
