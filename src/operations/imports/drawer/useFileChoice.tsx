import { App } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { t } from '#kit/text.ts'

const FILE_EXTENSIONS = '.xlsx,.xls,.csv,.txt'

interface FileChoice {
  /** Opens the system's file dialog. */
  open: () => void
  /** Adds files from elsewhere (dropped ones). */
  addFiles: (files: readonly File[]) => void
  /** Must be rendered somewhere in the drawer. */
  input: ReactNode
}

/** Adds files from the file dialog or by drop. Reports files that are in the list already and does not add them. */
export function useFileChoice(add: (files: readonly File[]) => string[]): FileChoice {
  const { message } = App.useApp()
  const input = useRef<HTMLInputElement>(null)
  const addFiles = (files: readonly File[]) => {
    const duplicates = add(files)
    if (duplicates.length > 0) message.info(t('{names} 已在列表里', { names: duplicates.join(t('、')) }))
  }
  return {
    open: () => input.current?.click(),
    addFiles,
    input: (
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FILE_EXTENSIONS}
        aria-label={t('选择平台导出的文件')}
        onChange={({ target }) => {
          addFiles([...(target.files ?? [])])
          // Allows the same file to be chosen again after it was removed.
          target.value = ''
        }}
      />
    ),
  }
}
