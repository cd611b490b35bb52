import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { can } from '#access/can.ts'
import type { ChurnSubject } from '#clients/churn-records/contract.ts'
import { reasonNames } from '#clients/churn-records/rules.ts'
import { ChurnForm } from '#clients/retention/ChurnForm.tsx'
import { ChurnStatusTag } from '#clients/retention/ChurnStatusTag.tsx'
import { lostPath, subjectName } from '#clients/retention/churnColumns.tsx'
import { type ChurnRecord, churnRecords } from '#clients/retention/contract.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import '#clients/retention/churn.css'

interface Props {
  subject: ChurnSubject
  /** The customer or store of the page; `lost` is true if it is 已流失 or 已停止. */
  about: { id: number; name: string; lost: boolean }
}

const MAX_RECORDS = 100

/** 流失与召回 on the page of a customer (with its stores) or of a store: its records, and a button to add one. */
export function ChurnPanel({ subject, about }: Props) {
  const [adding, setAdding] = useState(false)
  const writes = can(useUser(), 'canUpdateCustomer')
  const filter = subject === 'store' ? { storeId: [about.id] } : { customerId: [about.id] }
  const input = { ...filter, current: 1, pageSize: MAX_RECORDS }
  const call = useCall(churnRecords.list, input, { messagePlace: 'inPage' })
  const isOpen = call.data?.items.some(
    (row) => row.subject === subject && (row.status === 'retaining' || row.status === 'churned'),
  )
  const add = call.data && writes && !isOpen
  return (
    <Panel
      title={t('流失与召回')}
      hint={subject === 'customer' ? t('客户和它的店铺，最新发现的在前') : t('最新发现的在前')}
      actions={
        add && (
          <Button icon={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {about.lost ? t('补登流失记录') : t('登记流失风险')}
          </Button>
        )
      }
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {({ items }) => <Records rows={items} />}
      </Loaded>
      <ChurnForm open={adding} subject={subject} about={about} onClose={() => setAdding(false)} />
    </Panel>
  )
}

function Records({ rows }: { rows: ChurnRecord[] }) {
  if (rows.length === 0) {
    return (
      <EmptyState compact text={t('没有流失记录')} hint={t('发现可能离开时登记，挽留和召回都从那里走。')} />
    )
  }
  return (
    <ul className="churn-measures">
      {rows.map((row) => (
        <li key={row.id} className="churn-measure">
          <time dateTime={row.detectedOn}>{row.detectedOn}</time>
          <div>
            <Link to={`${lostPath[row.subject]}/${row.id}`}>{subjectName(row)}</Link>
            <small>{describeRecord(row)}</small>
          </div>
          <div className="churn-measure-act">
            <ChurnStatusTag status={row.status} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Kind, reason, days and handler as one line of text. */
function describeRecord({ subject, reason, stopOn, handlerName, wonBackOn }: ChurnRecord): string {
  return [
    subject === 'store' ? t('店铺') : t('客户'),
    reason && t(reasonNames[reason]),
    stopOn && t('停止 {day}', { day: stopOn }),
    wonBackOn && t('召回 {day}', { day: wonBackOn }),
    t('跟进人 {name}', { name: handlerName }),
  ]
    .filter(Boolean)
    .join(' · ')
}
