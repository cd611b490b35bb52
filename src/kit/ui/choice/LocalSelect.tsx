import { Select, type SelectProps } from 'antd'
import type { BaseOptionType, DefaultOptionType } from 'antd/es/select'
import type { ReactElement } from 'react'
import { t } from '#kit/text.ts'
import type { Start } from './PlainFirst.tsx'
import { useTypedText } from './useTypedText.tsx'

/** `start` takes the place of `autoFocus` and `defaultOpen`, which would be overwritten. */
export interface LocalSelectProps<Value, Option extends BaseOptionType = DefaultOptionType>
  extends Omit<SelectProps<Value, Option>, 'autoFocus' | 'defaultOpen'> {
  /** What the list shows if there are no options: why, and what to do. `fixed` if there always are some. */
  none: ReactElement | 'fixed'
  /** Initial focus, open state and typed text, if it replaces a plain field. */
  start?: Start | undefined
}

/**
 * antd's `Select` for options that are known here; options that the server searches are chosen with `OptionPicker`. A
 * search without a match repeats what was searched for.
 */
export function LocalSelect<Value = unknown, Option extends BaseOptionType = DefaultOptionType>({
  none,
  start,
  ...rest
}: LocalSelectProps<Value, Option>) {
  const [typed, setTyped] = useTypedText(start)
  const { showSearch } = rest
  const search = typeof showSearch === 'object' ? showSearch : {}
  const noMatch = typed.trim() && t('没有与“{text}”相符的选项', { text: typed.trim() })
  return (
    <Select<Value, Option>
      {...rest}
      autoFocus={start?.autoFocus}
      defaultOpen={start?.defaultOpen}
      showSearch={showSearch ? { ...search, searchValue: typed, onSearch: setTyped } : false}
      notFoundContent={noMatch || (none === 'fixed' ? null : none)}
    />
  )
}
