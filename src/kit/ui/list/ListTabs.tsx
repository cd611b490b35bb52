import { Tabs } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Choice } from './declare.tsx'

const ALL = ''

interface Props {
  options: readonly Choice<string>[]
  counts: Record<string, number> | undefined
  value: string | undefined
  onChange: (value: string | undefined) => void
}

/** The states of a list as tabs, with how many rows each holds where that is known. */
export function ListTabs({ options, counts, value, onChange }: Props) {
  const all = counts && (counts.all ?? options.reduce((sum, { value: key }) => sum + (counts[key] ?? 0), 0))
  const items = [
    { key: ALL, label: <Label text={t('全部')} count={all} /> },
    ...options.map((option) => ({
      key: option.value,
      label: <Label text={option.label} count={counts && (counts[option.value] ?? 0)} />,
    })),
  ]
  return (
    <Tabs
      className="list-tabs"
      activeKey={value ?? ALL}
      items={items}
      onChange={(key) => onChange(key || undefined)}
    />
  )
}

function Label({ text, count }: { text: string; count: number | undefined }) {
  return (
    <>
      {text}
      {count !== undefined && <small>{formatCount(count)}</small>}
    </>
  )
}
