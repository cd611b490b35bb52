import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { SheetDrop } from './SheetDrop.tsx'
import './sheetImport.css'

interface Props {
  /** The first step: where the template comes from. */
  template: ReactNode
  /** What a file may be, in a line. */
  allowed: string
  /** What one must know before. */
  notes: readonly string[]
  /** Sends the file; what is wrong with it is thrown, and said where it was dropped. */
  send: (file: File) => Promise<void>
}

/** The template first, then the file. */
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
