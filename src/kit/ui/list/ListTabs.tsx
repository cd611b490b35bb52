import { type KeyboardEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { scrollIntoSight } from '#kit/ui/side.tsx'
import { tabStep } from '#kit/ui/tabStep.tsx'
import type { Choice } from './declare.tsx'
import './ListTabs.css'

const ALL = ''
const SEVERAL = '*'

interface Props {
  options: readonly Choice<string>[]
  counts: Record<string, number> | undefined
  /** The filter in the address. A link from elsewhere may contain several states, which then form one more tab. */
  values: readonly string[]
  onChange: (value: string | undefined) => void
}

/** The states of a list as tabs, with the number of rows in each if it is known. */
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
    <TabStrip
      items={items}
      isCounted={counts !== undefined}
      active={several ? SEVERAL : (values[0] ?? ALL)}
      onChange={(key) => key !== SEVERAL && onChange(key || undefined)}
    />
  )
}

interface StripProps {
  items: { key: string; label: ReactNode }[]
  active: string
  isCounted: boolean
  onChange: (key: string) => void
}

/**
 * Tabs that filter one list, not panes: arrow keys move the focus, Enter chooses. antd's tabs are as large as the rest
 * of the toolbar.
 */
function TabStrip({ items, active, isCounted, onChange }: StripProps) {
  const strip = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the counts make the tabs wider and move the active one
  useLayoutEffect(() => {
    const tab = strip.current?.querySelector(`[data-tab="${CSS.escape(active)}"]`)
    if (strip.current && tab) scrollIntoSight(strip.current, tab)
  }, [active, isCounted])
  const walk = (event: KeyboardEvent) => {
    const tabs = [...(strip.current?.querySelectorAll('button') ?? [])]
    const from = tabs.findIndex((tab) => tab.contains(document.activeElement))
    tabs[tabStep(event.key, from, tabs.length)]?.focus()
  }
  return (
    <div ref={strip} role="tablist" className="list-tabs" onKeyDown={walk}>
      {items.map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="tab"
          data-tab={key}
          aria-selected={key === active}
          tabIndex={key === active ? 0 : -1}
          onClick={() => onChange(key)}
        >
          {label}
        </button>
      ))}
    </div>
  )
}

function namesOf(chosen: readonly Choice<string>[]): string {
  return chosen.map(({ label }) => label).join(t('、'))
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
