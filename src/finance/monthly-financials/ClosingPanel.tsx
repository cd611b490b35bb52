import { Button } from 'antd'
import { Link } from 'react-router'
import { formatMinute } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { ClosedMonth } from './ClosedMonth.tsx'
import { checkName } from './checkTexts.ts'
import { type MonthPage, monthlyFinancials } from './contract.ts'
import { monthClosing } from './contractClosing.ts'
import { ManualLines } from './ManualLines.tsx'
import { statusText, statusTone } from './monthTexts.tsx'
import { OpenMonth } from './OpenMonth.tsx'
import { type MonthKey, type MonthSelection, useAddress } from './useMonths.tsx'
import './closing.css'

/** Closing and reopening of the selected month, with its manual lines and history. */
export function ClosingPanel({
  selection: { month, companyFilter, isConsolidated },
}: {
  selection: MonthSelection
}) {
  if (isConsolidated) return <ChooseCompany month={month.month} />
  const of = { month: month.month, ...companyFilter }
  // Waivers belong to one month of one company: the key resets them.
  return <Month key={JSON.stringify(of)} of={of} />
}

function Month({ of }: { of: MonthKey }) {
  const call = useCall(monthlyFinancials.get, of, { messagePlace: 'inPage' })
  const { data: page } = call
  const isOpen = page !== undefined && page.status !== 'closed' && page.status !== 'before'
  // OpenMonth sends the same request and shows its error.
  const { isPending } = useCall(monthClosing.checklist, of, { messagePlace: 'inPage', enabled: isOpen })
  if (page?.status === 'before') return <NotBegun page={page} />
  // Show the panels below together with the checklist, which would otherwise move them during a click.
  const isSettled = page && !(isOpen && isPending)
  const skeleton = (
    <div className="lines-waiting">
      <TextSkeleton rows={6} />
    </div>
  )
  return (
    <>
      <Panel
        className="closing"
        title={t('结账 {month}', { month: of.month })}
        actions={page && <StatusTag tone={statusTone(page)} label={statusText(page)} />}
        flush
      >
        <Loaded call={call} skeleton={skeleton}>
          {(data) =>
            data.status === 'closed' ? <ClosedMonth page={data} of={of} /> : <OpenMonth page={data} of={of} />
          }
        </Loaded>
      </Panel>
      {isSettled && <ManualLines page={page} of={of} />}
      {isSettled && <MonthSteps steps={page.steps} />}
    </>
  )
}

/** A month before the books begin: it has no postings and is not closed. */
function NotBegun({ page }: { page: MonthPage }) {
  return (
    <Panel
      className="closing"
      title={t('结账 {month}', { month: page.month })}
      actions={<StatusTag tone={statusTone(page)} label={statusText(page)} />}
    >
      <p className="closing-note">
        {t('这个月在启用月份之前，不记账，也不用结账。')}{' '}
        <Link to="/account/settings/company?tab=books">{t('启用月份')}</Link>
      </p>
    </Panel>
  )
}

/** Asks the user to choose a company, because each company is closed separately. */
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

type Step = MonthPage['steps'][number]

const names: Record<Step['action'], string> = {
  close: '结账',
  reopen: '反结账',
  'request-reopen': '申请反结账',
  'withdraw-reopen': '撤回反结账申请',
}

/** 结账记录: the closings and reopenings of the month, newest first; hidden if there are none. */
function MonthSteps({ steps }: { steps: readonly Step[] }) {
  if (steps.length === 0) return null
  return (
    <Panel title={t('结账记录')} flush>
      <ol className="month-steps">
        {steps.map((step) => (
          <li key={step.id}>
            <b className="month-step-name">
              {t(names[step.action])}
              {step.snapshotNo !== null && (
                <span className="month-step-version">{t('第 {n} 版', { n: step.snapshotNo })}</span>
              )}
            </b>
            <small className="closing-by">{`${step.byName} ${formatMinute(step.at)}`}</small>
            {step.reason && <p className="month-step-word">{t('原因：{text}', { text: step.reason })}</p>}
            {step.waived.map(({ item, reason }) => (
              <p key={item} className="month-step-word">
                {t('豁免“{item}”：{reason}', { item: checkName(item), reason })}
              </p>
            ))}
          </li>
        ))}
      </ol>
    </Panel>
  )
}
