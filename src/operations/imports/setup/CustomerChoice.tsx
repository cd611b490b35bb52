import { Select } from 'antd'
import { useState } from 'react'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { nameKey } from '#kit/fields.ts'
import { t } from '#kit/text.ts'
import { useDebouncedValue } from '#kit/ui/useDebouncedValue.tsx'
import { useOptions } from '#kit/ui/useOptions.tsx'
import type { CustomerDraft } from './storeDrafts.ts'

interface Props {
  id?: string
  value: CustomerDraft | null
  onChange: (customer: CustomerDraft | null) => void
  /** Names of customers that are created anyway, so that several stores can share one. */
  newNames: readonly string[]
  placeholder?: string
  'aria-label': string
  status?: 'error' | undefined
}

const NO_QUERY = {}
const PAUSE_MS = 250

/** Chooses an existing customer, or names a new one. A name that is typed can always be created, so no list is empty. */
export function CustomerChoice({ value, onChange, newNames, placeholder, ...rest }: Props) {
  const [typed, setTyped] = useState('')
  const keyword = useDebouncedValue(typed, typed ? PAUSE_MS : 0)
  const { options, loading } = useOptions(customerOptions, NO_QUERY, keyword, value?.id ? [value.id] : [])
  const choices = choicesOf({ value, typed, newNames, existing: options })
  return (
    <Select<string>
      {...rest}
      className="wide-control"
      value={value ? keyOf(value) : null}
      placeholder={placeholder ?? t('选择或新建')}
      options={groupsOf(choices)}
      loading={loading}
      showSearch={{ searchValue: typed, onSearch: setTyped, filterOption: false }}
      notFoundContent={loading ? t('加载中…') : t('没有客户，输入名称即可新建')}
      popupMatchSelectWidth={false}
      onChange={(key) => {
        setTyped('')
        onChange(choices.find((one) => keyOf(one) === key) ?? null)
      }}
    />
  )
}

const keyOf = ({ id, name }: CustomerDraft) => (id === null ? `new:${nameKey(name)}` : String(id))

interface Known {
  value: CustomerDraft | null
  typed: string
  newNames: readonly string[]
  existing: readonly { id: number; name: string }[]
}

/** The new customers that can be named, then the existing ones that the search found. */
function choicesOf({ value, typed, newNames, existing }: Known): CustomerDraft[] {
  const text = nameKey(typed)
  const own = value?.id === null ? [value.name] : []
  const names = [...own, ...newNames].filter((name) => nameKey(name).includes(text))
  const known = value && value.id !== null && !text ? [value] : []
  const isNamed = existing.some(({ name }) => nameKey(name) === text)
  const all = [
    ...(text && !isNamed ? [typed.trim(), ...names] : names).map((name) => ({ id: null, name })),
    ...known,
    ...existing,
  ]
  return [...new Map(all.map((one) => [keyOf(one), one])).values()]
}

function groupsOf(choices: readonly CustomerDraft[]) {
  const group = (label: string, customers: readonly CustomerDraft[]) =>
    customers.length > 0 ? [{ label, title: label, options: customers.map(optionOf) }] : []
  return [
    ...group(
      t('新建客户'),
      choices.filter(({ id }) => id === null),
    ),
    ...group(
      t('已有客户'),
      choices.filter(({ id }) => id !== null),
    ),
  ]
}

function optionOf(customer: CustomerDraft) {
  const { id, name } = customer
  const label = id === null ? t('新建 {name}', { name }) : name
  return { value: keyOf(customer), label, title: label }
}
