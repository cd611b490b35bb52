import { type ReactElement, type ReactNode, Suspense, useState } from 'react'
import { mayAdd } from '#access/adding.ts'
import type { OfferedKind } from '#access/kinds.ts'
import { t } from '#kit/text.ts'
import { useOpening } from './form/useOpening.tsx'
import { type NewOptionProps, useSuppliedParts } from './suppliedParts.tsx'
import type { Option } from './useOptions.tsx'
import { useUser } from './user.tsx'

interface NewOptionControls {
  /** The content of the list without options, or without one that matches the search. */
  none: (typed: string) => ReactElement
  /** Opens the form of a new record with this name; absent if the user may not add one. */
  add: ((typed: string) => void) | undefined
  /** To be rendered next to the select: inside of its list, fields could not be focused. */
  form: ReactNode
}

/** What a picker offers if the record is missing: its form in place, or the names of people who can add it. */
export function useNewOption(
  offers: OfferedKind,
  query: Record<string, unknown>,
  onAdded: (option: Option) => void,
): NewOptionControls {
  const parts = useSuppliedParts()
  // The select clears its search text when it loses the focus, so the name is kept here.
  const [name, setName] = useState<string | null>(null)
  const add = (typed: string) => setName(typed.trim())
  const offer = { offers, query }
  return {
    none: (typed) => (
      <Suspense fallback={t('加载中…')}>
        <parts.NoOptions {...offer} typed={typed.trim()} onAdd={() => add(typed)} />
      </Suspense>
    ),
    add: mayAdd(useUser(), offers, query) ? add : undefined,
    form: (
      <NewOption
        {...offer}
        open={name !== null}
        name={name ?? ''}
        onAdded={onAdded}
        onClose={() => setName(null)}
      />
    ),
  }
}

function NewOption(props: NewOptionProps) {
  const parts = useSuppliedParts()
  if (useOpening(props.open) === 0) return null
  return (
    <Suspense>
      <parts.NewOption {...props} />
    </Suspense>
  )
}
