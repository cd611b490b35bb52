import type { KeyboardEvent, ReactNode } from 'react'
import { useId, useRef } from 'react'
import { tabStep } from '#kit/ui/tabStep.tsx'

interface Props<Key extends string> {
  label: string
  active: Key
  onChange: (key: Key) => void
  /** All panes stay mounted, so that input is kept when the user switches tabs. */
  panes: readonly { key: Key; label: string; content: ReactNode }[]
}

/** The sign-in methods as tabs with arrow-key navigation. */
export function SignInTabs<Key extends string>({ label, active, onChange, panes }: Props<Key>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const walk = (event: KeyboardEvent) => {
    const from = panes.findIndex(({ key }) => key === active)
    const index = tabStep(event.key, from, panes.length)
    const pane = panes[index]
    if (!pane) return
    onChange(pane.key)
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[index]?.focus()
  }
  return (
    <>
      <div ref={list} role="tablist" aria-label={label} className="door-tabs" onKeyDown={walk}>
        {panes.map(({ key, label }) => (
          <Tab
            key={key}
            id={`${id}-${key}`}
            isActive={key === active}
            label={label}
            onClick={() => onChange(key)}
          />
        ))}
      </div>
      {panes.map((pane) => (
        <div
          key={pane.key}
          role="tabpanel"
          id={`${id}-${pane.key}-pane`}
          aria-labelledby={`${id}-${pane.key}`}
          hidden={pane.key !== active}
        >
          {pane.content}
        </div>
      ))}
    </>
  )
}

interface TabProps {
  id: string
  isActive: boolean
  label: string
  onClick: () => void
}

function Tab({ id, isActive, label, onClick }: TabProps) {
  return (
    <button
      type="button"
      role="tab"
      id={id}
      aria-selected={isActive}
      aria-controls={`${id}-pane`}
      tabIndex={isActive ? 0 : -1}
      onClick={onClick}
    >
      {label}
    </button>
  )
}
