import { Radio } from 'antd'
import { customers } from '#clients/customers/contract.ts'
import { sourceNames, typeNames } from '#clients/customers/rules.ts'
import { formatText } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { labelAt } from '#kit/validation.ts'
import type { MergeField, MovedKind } from './contract.ts'
import { movedNames } from './rules.ts'
import { isEmpty, type Preview } from './useMerging.tsx'
import '#kit/ui/StackedTable.css'
import './ui/Merging.css'

export interface MergeChoiceProps {
  preview: Preview
  take: MergeField[]
  onTake: (take: MergeField[]) => void
}

/** The choice per field between the two customers, and the records that move. */
export function MergeChoice({ preview, take, onTake }: MergeChoiceProps) {
  const { kept, other, fields, moved } = preview
  const choose = (field: MergeField, usesOther: boolean) =>
    onTake(usesOther ? [...take, field] : take.filter((one) => one !== field))
  const open = fields.filter((field) => !isEmpty(other[field]))
  return (
    <>
      {open.length === 0 && <p className="merge-note">{t('两边的资料没有出入。')}</p>}
      {open.length > 0 && (
        <table className="merge-fields stacked-table">
          <thead>
            <tr>
              <th>{t('字段')}</th>
              <th>{t('保留：{name}', { name: kept.name })}</th>
              <th>{t('并入：{name}', { name: other.name })}</th>
            </tr>
          </thead>
          <tbody>
            {open.map((field) => (
              <FieldRow
                key={field}
                field={field}
                sides={[kept.name, other.name]}
                texts={[textOf(field, kept[field]), textOf(field, other[field])]}
                usesOther={take.includes(field) || isEmpty(kept[field])}
                onChange={(usesOther) => choose(field, usesOther)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Moved moved={moved} name={other.name} />
    </>
  )
}

interface RowProps {
  field: MergeField
  /** The names of the two customers. */
  sides: [kept: string, other: string]
  texts: [kept: string, other: string]
  usesOther: boolean
  onChange: (usesOther: boolean) => void
}

function FieldRow({ field, sides, texts: [kept, other], usesOther, onChange }: RowProps) {
  const label = t(labelAt(customers.create.input, [field]) ?? field)
  const side = (isOther: boolean, text: string) => (
    <td data-label={isOther ? t('并入：{name}', { name: sides[1] }) : t('保留：{name}', { name: sides[0] })}>
      <Radio
        checked={usesOther === isOther}
        onChange={() => onChange(isOther)}
        aria-label={`${label} ${text}`}
      >
        {text}
      </Radio>
    </td>
  )
  return (
    <tr>
      <th scope="row">{label}</th>
      {side(false, kept)}
      {side(true, other)}
    </tr>
  )
}

function Moved({ moved, name }: { moved: Record<string, number>; name: string }) {
  const kinds = Object.entries(moved).filter(([, n]) => n > 0)
  return (
    <>
      <p className="merge-note">
        {kinds.length > 0
          ? t('从“{name}”一起移过来的：', { name })
          : t('“{name}”名下没有需要移过来的内容。', { name })}
      </p>
      <ul className="merge-moved">
        {kinds.map(([kind, n]) => (
          <li key={kind}>{t('{what} {n}', { what: t(movedNames[kind as MovedKind]), n })}</li>
        ))}
      </ul>
      <p className="merge-note">
        {t('合并后“{name}”不再出现在列表里；30 天内可以撤销，除非移过来的内容又改过。', { name })}
      </p>
    </>
  )
}

function textOf(field: MergeField, value: unknown): string {
  if (isEmpty(value)) return t('（空）')
  if (field === 'type') return t(typeNames[value as keyof typeof typeNames])
  if (field === 'source') return t(sourceNames[value as keyof typeof sourceNames])
  return formatText(value)
}
