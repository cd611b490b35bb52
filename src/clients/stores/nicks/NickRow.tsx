import { Button } from 'antd'
import { type ReactNode, useState } from 'react'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import type { NickClaim } from './contract.ts'
import './nicks.css'

interface Props {
  row: Pick<NickClaim, 'nick' | 'storeName' | 'platform'>
  namesStore: boolean
  /** The state, shown after the nick. */
  tag?: ReactNode
  words: ReactNode
  /** The actions. */
  children?: ReactNode
}

/** A nick in a list, with a description and actions. */
export function NickRow({ row, namesStore, tag, words, children }: Props) {
  const store = { store: row.storeName, platform: t(platformNames[row.platform]) }
  return (
    <li>
      <div className="nick-who">
        <div className="nick-name">
          <b>{row.nick}</b>
          {tag}
        </div>
        <small>
          {namesStore && `${t('{store}（{platform}）', store)} `}
          {words}
        </small>
      </div>
      {children}
    </li>
  )
}

interface RowsProps<T> {
  rows: readonly T[]
  /** The number of rows shown before 显示全部. */
  atFirst: number
  /** Text below the last row, once all rows are shown. */
  more?: string | false
  children: (row: T) => ReactNode
}

/** Rows of nicks: the first ones, then all on request. */
export function NickRows<T>({ rows, atFirst, more, children }: RowsProps<T>) {
  const [all, setAll] = useState(false)
  const hidden = !all && rows.length > atFirst
  return (
    <>
      <ul className="nick-rows">{(hidden ? rows.slice(0, atFirst) : rows).map(children)}</ul>
      {hidden && (
        <p className="nick-more">
          <Button type="link" size="small" onClick={() => setAll(true)}>
            {t('显示全部 {n} 个', { n: rows.length })}
          </Button>
        </p>
      )}
      {!hidden && more && <p className="nick-more">{more}</p>}
    </>
  )
}
