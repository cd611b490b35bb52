import type { App } from 'antd'
import type { CallError } from '#kit/failures.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import './askForRest.css'

type Modal = ReturnType<typeof App.useApp>['modal']

interface ChangedRecord {
  recordId?: number
  row?: number
  name: string
  problem?: string
}

/**
 * Lists the records that an undo of many records found changed since (data of a CONFLICT), and offers to undo the rest.
 */
export function confirmPartialUndo(
  modal: Modal,
  { data, message }: CallError,
  undoRest: () => Promise<void>,
): void {
  const rows = (data?.rows ?? []) as ChangedRecord[]
  const more = Number(data?.total ?? rows.length) - rows.length
  modal.confirm({
    title: message,
    content: (
      <>
        <ul className="changed-since">
          {rows.map(({ recordId, row, name, problem }) => (
            <li key={row ?? recordId}>
              {row === undefined ? name : `${t('第 {n} 行', { n: row })} ${name}`}
              {problem && <small>{problem}</small>}
            </li>
          ))}
        </ul>
        {more > 0 && <p>{t('另有 {n} 条', { n: formatCount(more) })}</p>}
      </>
    ),
    okText: t('只撤销其余的'),
    onOk: () => void undoRest(),
  })
}
