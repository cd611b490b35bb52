import { Select } from 'antd'
import { t } from '#kit/text.ts'
import type { Field } from '#operations/imports/reader/fields.ts'
import { fieldLabels } from '#operations/imports/reader/fields.ts'
import { Note } from './Note.tsx'

export type Mapping = Record<string, Field>

const FIELDS = Object.entries(fieldLabels) as [Field, string][]

/** Selects the field of each header; a header without a field is not read. */
export function MappingFields(props: {
  headers: string[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}) {
  const { headers, mapping, onChange } = props
  const set = (header: string, field: Field | undefined) => {
    const { [header]: _, ...others } = mapping
    onChange(field ? { ...others, [header]: field } : others)
  }
  const used = Object.values(mapping)
  const duplicate = used.find((field, at) => used.indexOf(field) !== at)
  return (
    <>
      <ul className="import-mapping">
        {headers.map((header) => (
          <li key={header}>
            <span title={header}>{header}</span>
            <Select
              className="wide-control"
              allowClear
              showSearch={{ optionFilterProp: 'label' }}
              value={mapping[header] ?? null}
              placeholder={t('不读入')}
              aria-label={t('“{header}”是什么', { header })}
              options={FIELDS.map(([value, label]) => ({ value, label: t(label) }))}
              onChange={(field) => set(header, field ?? undefined)}
            />
          </li>
        ))}
      </ul>
      {duplicate && (
        <Note tone="orange">
          {t('有两列都对应“{field}”，只会读入前一列。', { field: t(fieldLabels[duplicate]) })}
        </Note>
      )}
    </>
  )
}
