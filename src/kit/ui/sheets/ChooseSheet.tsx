import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { SheetDrop } from './SheetDrop.tsx'
import './sheetImport.css'

interface Props {
  /** The first step: a link to the template. */
  template: ReactNode
  /** The accepted files, in one line. */
  allowed: string
  /** What the user should know before filling it in. */
  notes: readonly string[]
  /** Sends the file; throws if it is invalid, and the error is shown below the drop area. */
  send: (file: File) => Promise<void>
}

/** Step 1: the template. Step 2: the file. */
export function ChooseSheet({ template, allowed, notes, send }: Props) {
  return (
    <div className="sheet-import">
      <section>
        <h3>{t('1. 下载模板，按表头填写')}</h3>
        {template}
      </section>
      <section>
        <h3>{t('2. 上传填好的表')}</h3>
        <SheetDrop allowed={allowed} send={send} />
      </section>
      <ul className="sheet-import-quiet">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}
