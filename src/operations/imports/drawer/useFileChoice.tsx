import { App } from 'antd'
import type { ReactNode } from 'react'
import { useRef } from 'react'
import { t } from '#kit/text.ts'

const ENDINGS = '.xlsx,.xls,.csv,.txt'

interface FileChoice {
  /** Opens the system's file dialog. */
  open: () => void
  /** Takes files from elsewhere: dropped ones. */
  take: (files: readonly File[]) => void
  /** Belongs somewhere in the drawer. */
  input: ReactNode
}

/** The ways in which files come in. What was chosen before is said, not taken twice. */
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
          // The same file may be chosen again after it has been removed.
          target.value = ''
        }}
      />
    ),
  }
}
