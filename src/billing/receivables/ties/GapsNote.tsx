import { Alert } from 'antd'
import { Link } from 'react-router'
import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Gap } from './contract.ts'
import { tieNames } from './rules.ts'

interface Props {
  /** Undefined while loading. */
  gaps: readonly Gap[] | undefined
  /** The number of rows of the account: with none there is nothing to reconcile. */
  rows: number | undefined
  /** Whether the figures are from the month's closing snapshot. */
  isSnapshot: boolean | undefined
}

const MAX_GAPS = 10

/** Shows whether the month's accounts reconcile, and the customers and bills that do not. */
export function GapsNote({ gaps, rows, isSnapshot }: Props) {
  if (!gaps || (gaps.length === 0 && !rows)) return null
  if (gaps.length === 0) {
    const text = isSnapshot
      ? t('这个月已结账，这里是结账时留下的数字。')
      : t('应收、预收、收入和押金 4 项都对得上，{n} 位客户。', { n: rows ?? 0 })
    return <Alert type="success" showIcon title={text} />
  }
  return (
    <Alert
      type="error"
      showIcon
      title={t('有 {n} 处对不上，这个月不能结账', { n: gaps.length })}
      description={
        <ul>
          {gaps.slice(0, MAX_GAPS).map((gap) => (
            <li key={[gap.companyCode, gap.tie, gap.customerId, ...gap.bills].join(' ')}>
              <GapLine gap={gap} />
            </li>
          ))}
        </ul>
      }
    />
  )
}

function GapLine({ gap: { tie, customerId, customerName, cents, bills } }: { gap: Gap }) {
  return (
    <>
      {t(tieNames[tie])}
      {' · '}
      {customerId === null ? (
        t('合计')
      ) : (
        <Link to={`/customer-management/${customerId}?tab=statement`}>{customerName}</Link>
      )}
      {bills.map((code) => (
        <span key={code}>
          {' · '}
          <Link to={`/customer-bill-management?${new URLSearchParams({ keyword: code })}`}>{code}</Link>
        </span>
      ))}
      {' · '}
      {t('差额 {money}', { money: formatMoney(cents) })}
    </>
  )
}
