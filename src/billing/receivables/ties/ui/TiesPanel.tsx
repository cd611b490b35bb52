import { Link } from 'react-router'
import { receivableTies } from '#billing/receivables/ties/contract.ts'
import { GapsNote } from '#billing/receivables/ties/GapsNote.tsx'
import type { View } from '#billing/receivables/ties/views.ts'
import { formatDecimal } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import './ties.css'

interface Props {
  month: string
  /** Company filter for admins of the headquarters; undefined means all companies. */
  companyCode?: string | undefined
}

interface Row {
  title: string
  cents: number
  weight?: 'sum'
}

/** Totals of 应收核对 for a month: 应收, 预收, 收入到应收 and 押金 from opening to closing. */
export function TiesPanel({ month, companyCode }: Props) {
  const of = { month, pageSize: 1, ...(companyCode ? { companyCode: [companyCode] } : {}) }
  const to = (view: View) => {
    const query = new URLSearchParams({ month, ...(view === 'roll' ? {} : { view }) })
    if (companyCode) query.set('companyCode', companyCode)
    return `/customer-bill-management/ageing/ties?${query}`
  }
  return (
    <Panel title={t('应收核对')} hint={month} className="ties">
      <Roll of={of} to={to('roll')} />
      <Bridge of={of} to={to('bridge')} />
      <Deposits of={of} to={to('deposits')} />
    </Panel>
  )
}

interface PartProps {
  of: { month: string; pageSize: number; companyCode?: string[] }
  to: string
}

function Roll({ of, to }: PartProps) {
  const call = useCall(receivableTies.roll, of, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} compact>
      {({ sums, gaps, total, kept: isSnapshot }) => (
        <>
          <GapsNote gaps={gaps} rows={total} isSnapshot={isSnapshot} />
          <Account
            title={t('应收')}
            to={to}
            rows={[
              { title: t('期初'), cents: sums.openingCents },
              { title: t('本期应收'), cents: sums.billedCents },
              { title: t('收款'), cents: -sums.receivedCents },
              { title: t('押金抵扣'), cents: -sums.byDepositCents },
              { title: t('冲减'), cents: -sums.reducedCents },
              { title: t('期末'), cents: sums.closingCents, weight: 'sum' },
              { title: t('待退'), cents: sums.creditCents },
            ]}
          />
          <Account
            title={t('预收')}
            to={to}
            rows={[
              { title: t('期初'), cents: sums.advanceOpeningCents },
              { title: t('新增预收'), cents: sums.advanceInCents },
              { title: t('预收转应收'), cents: -sums.advanceUsedCents },
              { title: t('期末'), cents: sums.advanceClosingCents, weight: 'sum' },
            ]}
          />
        </>
      )}
    </Loaded>
  )
}

function Bridge({ of, to }: PartProps) {
  const call = useCall(receivableTies.bridge, of, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} compact>
      {({ sums }) => (
        <Account
          title={t('收入到应收')}
          to={to}
          rows={[
            { title: t('应计收入'), cents: sums.revenueCents },
            { title: t('未出账收入的变动'), cents: sums.unbilledBeforeCents - sums.unbilledAfterCents },
            { title: t('已出账未到期的变动'), cents: sums.aheadAfterCents - sums.aheadBeforeCents },
            { title: t('本期应收（不含押金和期初）'), cents: sums.billedCents, weight: 'sum' },
          ]}
        />
      )}
    </Loaded>
  )
}

function Deposits({ of, to }: PartProps) {
  const call = useCall(receivableTies.deposits, of, { messagePlace: 'inPage' })
  return (
    <Loaded call={call} compact>
      {({ sums }) => (
        <Account
          title={t('押金')}
          to={to}
          rows={[
            { title: t('期初'), cents: sums.openingCents },
            { title: t('收取'), cents: sums.receivedCents },
            { title: t('退还'), cents: -sums.refundedCents },
            { title: t('抵扣账单'), cents: -sums.usedCents },
            { title: t('期末'), cents: sums.closingCents, weight: 'sum' },
          ]}
        />
      )}
    </Loaded>
  )
}

function Account({ title, to, rows }: { title: string; to: string; rows: readonly Row[] }) {
  return (
    <table className="ties-account" aria-label={title}>
      <thead>
        <tr>
          <th scope="col" colSpan={2}>
            <Link to={to}>{title}</Link>
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.title} className={row.weight && `ties-${row.weight}`}>
            <th scope="row">{row.title}</th>
            <td>
              <span>{formatDecimal(row.cents, 2)}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
