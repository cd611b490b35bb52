import { Fragment, type ReactNode } from 'react'
import { t } from '#kit/text.ts'
import { type Basis, type Line, sectionsOf } from './monthLines.ts'
import '#kit/ui/StackedTable.css'
import './lines.css'

/** A column of the table: a month, or the change between two months. */
export interface LinesColumn {
  key: string
  head: ReactNode
  cell: (line: Line) => ReactNode
  /** The selected month. */
  isTinted?: boolean
}

interface Props {
  label: string
  basis: Basis
  columns: readonly LinesColumn[]
}

/** Most columns that fit next to the lines on a phone. */
const PHONE_COLUMNS = 2

/**
 * Table with lines as rows and months as columns; it scrolls horizontally, also with the keyboard. On a phone more
 * columns than fit stand below their line.
 */
export function LinesTable({ label, basis, columns }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable with the keyboard
    <section className="lines-scroll" aria-label={label} tabIndex={0}>
      <table
        className={columns.length > PHONE_COLUMNS ? 'lines-table stacked-table' : 'lines-table'}
        aria-label={label}
      >
        <thead>
          <tr>
            <th scope="col">{t('项目')}</th>
            {columns.map(({ key, head, isTinted }) => (
              <th key={key} scope="col" className={classOf(isTinted)}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sectionsOf(basis).map(({ title, lines }) => (
            <Fragment key={title}>
              <tr className="lines-section">
                <th scope="rowgroup">{t(title)}</th>
                {columns.map(({ key, isTinted }) => (
                  <td key={key} className={classOf(isTinted)} />
                ))}
              </tr>
              {lines.map((line) => (
                <Row key={line.key} line={line} columns={columns} />
              ))}
            </Fragment>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function Row({ line, columns }: { line: Line; columns: readonly LinesColumn[] }) {
  return (
    <tr className={line.weight && `lines-${line.weight}`}>
      <th scope="row">{t(line.title)}</th>
      {columns.map(({ key, head, cell, isTinted }) => (
        <td key={key} className={classOf(isTinted)} data-label={typeof head === 'string' ? head : undefined}>
          {cell(line)}
        </td>
      ))}
    </tr>
  )
}

const classOf = (isTinted: boolean | undefined) => (isTinted ? 'lines-tinted' : undefined)
