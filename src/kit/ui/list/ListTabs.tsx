import { Tabs } from 'antd'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Choice } from './declare.tsx'

const ALL = ''
const SEVERAL = '*'

interface Props {
  options: readonly Choice<string>[]
  counts: Record<string, number> | undefined
  /** What the address filters by: a link from elsewhere may name several states, which then are one more tab. */
  values: readonly string[]
  onChange: (value: string | undefined) => void
}

/** The states of a list as tabs, with how many rows each holds where that is known. */
export function ListTabs({ options, counts, values, onChange }: Props) {
  const several = values.length > 1
  const chosen = options.filter((option) => values.includes(option.value))
  const all = counts && (counts.all ?? options.reduce((sum, { value: key }) => sum + (counts[key] ?? 0), 0))
  const items = [
    { key: ALL, label: <Label text={t('全部')} count={all} /> },
    ...options.map((option) => ({
      key: option.value,
      label: <Label text={option.label} count={counts && (counts[option.value] ?? 0)} />,
    })),
    ...(several
      ? [{ key: SEVERAL, label: <Label text={namesOf(chosen)} count={sumOf(counts, chosen)} /> }]
      : []),
  ]
  return (
    <Tabs
      className="list-tabs"
      activeKey={several ? SEVERAL : (values[0] ?? ALL)}
      items={items}
      onChange={(key) => key !== SEVERAL && onChange(key || undefined)}
    />
  )
}

function namesOf(chosen: readonly Choice<string>[]): string {
  return chosen.map(({ label }) => label).join('、')
}

function sumOf(counts: Props['counts'], chosen: readonly Choice<string>[]): number | undefined {
  return counts && chosen.reduce((sum, { value }) => sum + (counts[value] ?? 0), 0)
}

function Label({ text, count }: { text: string; count: number | undefined }) {
  return (
    <>
      {text}
      {count !== undefined && <small>{formatCount(count)}</small>}
    </>
  )
}
