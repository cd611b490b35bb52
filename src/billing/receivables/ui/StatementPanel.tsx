import { Button } from 'antd'
import { useSearchParams } from 'react-router'
import { MAX_DAYS, receivables, type Statement } from '#billing/receivables/contract.ts'
import { DepositLines } from '#billing/receivables/DepositLines.tsx'
import { StatementLines } from '#billing/receivables/StatementLines.tsx'
import { StatementPaper } from '#billing/receivables/StatementPaper.tsx'
import { useStatementExport } from '#billing/receivables/useStatementExport.tsx'
import { type Day, monthBefore, monthOf, today } from '#kit/calendar.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DaysField } from '#kit/ui/list/DaysField.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { PrintButton } from '#kit/ui/print/PrintButton.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import '#billing/receivables/statement.css'

/** 对账单 of a customer on screen, on paper and as a sheet; the days are in the address. */
export function StatementPanel({ customerId }: { customerId: number }) {
  const [{ from, to }, setSpan] = useSpan()
  const call = useCall(
    receivables.statement,
    { id: customerId, from, to },
    { messagePlace: 'inPage', keepRows: true },
  )
  const { data } = call
  const save = useStatementExport()
  return (
    <Panel
      title={t('对账单')}
      hint={t('正数为客户应付，负数为已付')}
      actions={
        data && (
          <>
            <Button icon={<Icon name="download" />} onClick={() => void save(data)}>
              {t('导出')}
            </Button>
            <PrintButton />
          </>
        )
      }
    >
      <SpanField span={[from, to]} onChange={setSpan} />
      <Loaded call={call} skeleton={<TextSkeleton rows={6} />}>
        {(statement) => <StatementContent statement={statement} />}
      </Loaded>
    </Panel>
  )
}

function SpanField({ span, onChange }: { span: [Day, Day]; onChange: (from: Day, to: Day) => void }) {
  return (
    <div className="statement-span">
      <DaysField
        value={span}
        clearable={false}
        future={false}
        maxDays={MAX_DAYS}
        presets={['monthSoFar', 'lastMonth', 'months3', 'months12']}
        onChange={([first, last]) => first && last && onChange(first, last)}
      />
    </div>
  )
}

function StatementContent({ statement }: { statement: Statement }) {
  return (
    <>
      <StatementLines statement={statement} />
      <DepositLines statement={statement} />
      <StatementPaper statement={statement} />
    </>
  )
}

/** The days in the address; default: from the first of the month before last to today. */
function useSpan(): [{ from: Day; to: Day }, (from: Day, to: Day) => void] {
  const [params, setParams] = useSearchParams()
  const now = today(() => new Date())
  const from = params.get('from') ?? `${monthBefore(monthBefore(monthOf(now)))}-01`
  const to = params.get('to') ?? now
  const set = (first: Day, last: Day) => {
    const next = new URLSearchParams(params)
    next.set('from', first)
    next.set('to', last)
    setParams(next, { preventScrollReset: true })
  }
  return [{ from, to }, set]
}
