import { Button } from 'antd'
import { useState } from 'react'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { ImportPreview } from '#operations/imports/contract.ts'
import { useProblemDownload } from './useProblemDownload.tsx'

const INITIAL_ROWS = 5

/** The rejected rows, by their numbers in the spreadsheet, with the reasons. */
export function ProblemTable({ preview }: { preview: ImportPreview }) {
  const [all, setAll] = useState(false)
  const { busy, download } = useProblemDownload()
  const { problems, problemTotal } = preview
  return (
    <div className="import-problems">
      <header>
        <h3>{t('{n} 行有问题，不会写入', { n: formatCount(problemTotal) })}</h3>
        <span>{t('其余的行照常写入；改好后只需重新导入这几行')}</span>
        <Button type="link" size="small" loading={busy} onClick={() => download([{ preview }])}>
          {t('下载问题行')}
        </Button>
      </header>
      <ProblemRows problems={all ? problems : problems.slice(0, INITIAL_ROWS)} />
      {!all && problems.length > INITIAL_ROWS && (
        <Button type="link" size="small" onClick={() => setAll(true)}>
          {t('显示全部 {n} 条', { n: problems.length })}
        </Button>
      )}
    </div>
  )
}

function ProblemRows({ problems }: { problems: ImportPreview['problems'] }) {
  return (
    <div className="import-box">
      <table className="import-figures">
        <thead>
          <tr>
            <th scope="col">{t('行号')}</th>
            <th scope="col">{t('列')}</th>
            <th scope="col">{t('原因')}</th>
          </tr>
        </thead>
        <tbody>
          {problems.map(({ row, column, message }) => (
            <tr key={`${row} ${column} ${message}`}>
              <td>{row}</td>
              <td>{column || '-'}</td>
              <td className="import-reason">{t(message)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
