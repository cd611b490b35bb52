import { Select, type SelectProps } from 'antd'
import { useState } from 'react'
import type { Start } from './PlainFirst.tsx'

export interface StartedSelectProps extends SelectProps<unknown> {
  start: Start
}

/** antd's `Select` that replaces a plain field and continues from its state. */
export function StartedSelect({ start, showSearch, ...rest }: StartedSelectProps) {
  const [searchValue, setSearchValue] = useState(start.typed)
  const search = typeof showSearch === 'object' ? showSearch : {}
  return (
    <Select<unknown>
      {...rest}
      autoFocus={start.autoFocus}
      defaultOpen={start.defaultOpen}
      showSearch={showSearch ? { ...search, searchValue, onSearch: setSearchValue } : false}
    />
  )
}
