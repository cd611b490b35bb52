import { Button } from 'antd'
import { useCompanyChoices } from '#features/companies/CompanyPicker.tsx'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ErrorState } from '#kit/ui/ErrorState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { ClosedMonth } from './ClosedMonth.tsx'
import { monthlyFinancials } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import { ManualLines } from './ManualLines.tsx'
import { MonthSteps } from './MonthSteps.tsx'
import { statusText, statusTone } from './monthWords.tsx'
import { OpenMonth } from './OpenMonth.tsx'
import type { MonthKey, Sight } from './useMonths.tsx'
import { useAddress } from './useMonths.tsx'
import './closing.css'

/** Closing and reopening of the month that is looked at, its manual lines and what happened to it. */
export function ClosingPanel({ sight: { month, whose, isTogether } }: { sight: Sight }) {
  if (isTogether) return <ChooseCompany month={month.month} />
  const of = { month: month.month, ...whose }
  // What was waived belongs to one month of one company.
  return <Month key={JSON.stringify(of)} of={of} />
}

function Month({ of }: { of: MonthKey }) {
  const { data: page, error, refetch } = useCall(monthlyFinancials.get, of, { skipErrorHandler: true })
  const isOpen = page !== undefined && page.status !== 'closed'
  const { isPending } = useCall(monthClosing.checklist, of, { skipErrorHandler: true, enabled: isOpen })
  // What stands beneath the checklist comes with it: it would move away under somebody's hand.
  const isSettled = page && !(isOpen && isPending)
  return (
    <>
      <Panel
        className="closing"
        title={t('结账 {month}', { month: of.month })}
        actions={page && <StatusTag tone={statusTone(page)} label={statusText(page)} />}
        flush
      >
        {!page && error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!page && !error && (
          <div className="lines-waiting">
            <TextSkeleton rows={6} />
          </div>
        )}
        {page?.status === 'closed' && <ClosedMonth page={page} of={of} />}
        {page && isOpen && <OpenMonth page={page} of={of} />}
      </Panel>
      {isSettled && <ManualLines page={page} of={of} />}
      {isSettled && <MonthSteps steps={page.steps} />}
    </>
  )
}

/** Over all companies nothing can be closed: each closes its own. */
function ChooseCompany({ month }: { month: string }) {
  const companies = useCompanyChoices()
  const go = useAddress()
  return (
    <Panel className="closing" title={t('结账 {month}', { month })}>
      <p className="closing-note">{t('结账、反结账和手工项都按公司进行，请选择一家：')}</p>
      <div className="closing-companies">
        {companies.map(({ value, label }) => (
          <Button key={value} onClick={() => go({ companyCode: value, month })}>
            {label}
          </Button>
        ))}
      </div>
    </Panel>
  )
}
