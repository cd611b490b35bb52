import type { App } from 'antd'
import { Link } from 'react-router'
import type { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { type ChangedRow, movedNames } from './rules.ts'
import '#kit/ui/askForRest.css'

type Modal = ReturnType<typeof App.useApp>['modal']

const kindNames = { ...movedNames, customer: '客户' } as const

/** The page of a changed row. Kinds without a page are shown on the customer's page. */
const pages: Partial<Record<ChangedRow['kind'], (id: number) => string>> = {
  customer: (id) => `/customer-management/${id}`,
  stores: (id) => `/store-management/${id}`,
  bills: (id) => `/customer-bill-management/${id}`,
  churnRecords: () => '/customer-lost-record',
  warnings: (id) => `/weekly-warning-customer-report?warning=${id}`,
  questions: (id) => `/store-worklog/figures?id=${id}`,
}

/** Shows why a merge cannot be undone: the rows that changed since, with links. */
export function showChanged(modal: Modal, { data }: CallError): void {
  const changed = data?.changed as ChangedRow[]
  const { destroy } = modal.warning({
    title: t('合并之后有 {n} 项又改过，没有撤销', { n: changed.length }),
    content: (
      <>
        <p>{t('请逐项核对后手工处理。')}</p>
        <ul className="changed-since">
          {changed.map((row) => (
            <li key={`${row.kind} ${row.id}`}>
              <Changed row={row} onLeave={() => destroy()} />
            </li>
          ))}
        </ul>
      </>
    ),
    okText: t('知道了'),
  })
}

function Changed({ row: { kind, id, name }, onLeave }: { row: ChangedRow; onLeave: () => void }) {
  const page = pages[kind]?.(id)
  const what = t(kindNames[kind])
  const called = name || what
  return (
    <>
      {page ? (
        <Link to={page} onClick={onLeave}>
          {called}
        </Link>
      ) : (
        called
      )}
      {called !== what && <small>{what}</small>}
    </>
  )
}
