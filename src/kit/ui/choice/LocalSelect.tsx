import { Select, type SelectProps } from 'antd'
import { type ReactElement, useState } from 'react'
import { t } from '#kit/text.ts'
import type { Start } from './PlainFirst.tsx'

/** `start` takes the place of `autoFocus` and `defaultOpen`, which would be overwritten. */
export interface LocalSelectProps<Value> extends Omit<SelectProps<Value>, 'autoFocus' | 'defaultOpen'> {
  /** What the list shows if there are no options: why, and what to do. `fixed` if there always are some. */
  none: ReactElement | 'fixed'
  /** Initial focus, open state and typed text, if it replaces a plain field. */
  start?: Start | undefined
}

/**
 * antd's `Select` for options that are known here; options that the server searches are chosen with `OptionPicker`. A
 * search without a match repeats what was searched for.
 */
export function LocalSelect<Value = unknown>({ none, start, ...rest }: LocalSelectProps<Value>) {
  const [typed, setTyped] = useState(start?.typed ?? '')
  const { showSearch } = rest
  const search = typeof showSearch === 'object' ? showSearch : {}
  const noMatch = typed.trim() && t('没有与“{text}”相符的选项', { text: typed.trim() })
  return (
    <Select<Value>
      {...rest}
      autoFocus={start?.autoFocus}
      defaultOpen={start?.defaultOpen}
      showSearch={showSearch ? { ...search, searchValue: typed, onSearch: setTyped } : false}
      notFoundContent={noMatch || (none === 'fixed' ? null : none)}
    />
  )
}
