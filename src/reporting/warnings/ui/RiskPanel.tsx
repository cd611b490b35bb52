import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { can } from '#access/can.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { FailedWindowProps } from '#kit/ui/FailedWindow.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { Sparkline } from '#kit/ui/Sparkline.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { findingText, weekName } from '#reporting/warnings/cellFormatters.ts'
import { OtherStores } from '#reporting/warnings/OtherStores.tsx'
import { RiskReasons } from '#reporting/warnings/RiskReasons.tsx'
import { thresholdFields } from '#reporting/warnings/thresholdFields.tsx'
import { warningThresholds } from '#reporting/warnings/thresholdsContract.ts'
import { KindTag, RiskTag } from '#reporting/warnings/WarningTags.tsx'
import { customerWeeks } from '#reporting/warnings/weeksContract.ts'

const FailedWindow = lazyWindow<'FailedWindow', FailedWindowProps>(
  () => import('#kit/ui/FailedWindow.tsx'),
  'FailedWindow',
  () => true,
)

interface Props {
  customerId: number
  /** Whether the user may edit the customer. */
  writes: boolean
}

/** 流失风险 on a customer's page: the score with its reasons, the open warnings, and the customer's own thresholds. */
export function RiskPanel({ customerId, writes }: Props) {
  const [editing, setEditing] = useState(false)
  const call = useCall(customerWeeks.risk, { id: customerId }, { messagePlace: 'inPage' })
  return (
    <Panel
      title={t('流失风险')}
      hint={call.data?.weekOn ? weekName(call.data.weekOn) : undefined}
      actions={writes && <Button onClick={() => setEditing(true)}>{t('预警阈值')}</Button>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={4} />}>
        {(data) => <Risk data={data} />}
      </Loaded>
      {writes && (
        <CustomerThresholdsForm customerId={customerId} open={editing} onClose={() => setEditing(false)} />
      )}
    </Panel>
  )
}

function Risk({ data }: { data: z.output<(typeof customerWeeks)['risk']['output']> }) {
  const { risk, course: scoreHistory, open } = data
  return (
    <>
      {!risk && <p className="audit-none">{t('还没有检查过，每周一 08:00 检查上一周。')}</p>}
      {risk && (
        <>
          <div className="warning-part-head">
            <RiskTag {...risk} />
            {scoreHistory.length > 1 && (
              <Sparkline values={scoreHistory.map(({ score }) => score)} label={t('各周的分数')} />
            )}
          </div>
          <RiskReasons {...risk} parts={risk.parts.filter(({ points }) => points > 0)} />
          <OtherStores count={risk.otherStores} />
        </>
      )}
      {open.length > 0 && <OpenWarnings rows={open} />}
    </>
  )
}

interface Open {
  id: number
  weekOn: string
  kind: Parameters<typeof KindTag>[0]['kind']
  level: Parameters<typeof KindTag>[0]['level']
  value: number | null
}

function OpenWarnings({ rows }: { rows: readonly Open[] }) {
  const canOpen = can(useUser(), 'canWarningCustomer')
  return (
    <ul className="risk-open">
      {rows.map((row) => (
        <li key={row.id}>
          <KindTag kind={row.kind} level={row.level} />
          <span>{findingText(row)}</span>
          {canOpen ? (
            <Link to={`/weekly-warning-customer-report?warning=${row.id}`}>{weekName(row.weekOn)}</Link>
          ) : (
            <small className="warning-quiet">{weekName(row.weekOn)}</small>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The customer's own thresholds; empty ones fall back to the company's. */
function CustomerThresholdsForm({
  customerId,
  open,
  onClose,
}: {
  customerId: number
  open: boolean
  onClose: () => void
}) {
  const title = t('这位客户的预警阈值')
  const call = useCall(
    warningThresholds.ofCustomer,
    { id: customerId },
    { enabled: open, messagePlace: 'inPage' },
  )
  const { data, error } = call
  if (open && error && !data) return <FailedWindow title={title} call={call} onClose={onClose} />
  return (
    <FormModal
      open={open && data !== undefined}
      onClose={onClose}
      title={title}
      endpoint={warningThresholds.setOfCustomer}
      isAction
      record={data}
      defaults={data}
      fixed={{ id: customerId, version: data?.version ?? 0 }}
      fields={thresholdFields()}
      doneText={t('已保存，下一次检查起生效')}
    />
  )
}
