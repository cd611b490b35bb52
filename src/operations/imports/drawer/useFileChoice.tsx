import { App } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { t } from '#kit/text.ts'

const ENDINGS = '.xlsx,.xls,.csv,.txt'

interface FileChoice {
  /** Opens the system's file dialog. */
  open: () => void
  /** Adds files from elsewhere (dropped ones). */
  take: (files: readonly File[]) => void
  /** Must be rendered somewhere in the drawer. */
  input: ReactNode
}

/** Adds files from the file dialog or by drop. Reports files that are in the list already and does not add them. */
export function useFileChoice(add: (files: readonly File[]) => string[]): FileChoice {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    const known = add(files)
    if (known.length > 0) message.info(t('{names} 已在列表里', { names: known.join(t('、')) }))
  }
  return {
    open: () => input.current?.click(),
    take,
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ENDINGS}
        aria-label={t('选择平台导出的文件')}
        onChange={({ target }) => {
          take([...(target.files ?? [])])
          // Allows the same file to be chosen again after it was removed.
          target.value = ''
        }}
      />
    ),
  }
}
