import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Paper } from '#kit/ui/print/Paper.tsx'
import type { Statement } from './contract.ts'
import { DepositLines } from './DepositLines.tsx'
import { StatementLines } from './StatementLines.tsx'

/** Printed statement for the customer. */
export function StatementPaper({ statement }: { statement: Statement }) {
  const { customer, sender, from, to, closingCents, deposit } = statement
  return (
    <Paper
      sender={sender}
      isOwed={closingCents > 0}
      title={t('对账单')}
      facts={[
        { label: t('客户'), value: customer.name },
        { label: t('客户编号'), value: customer.code },
        { label: t('期间'), value: t('{from} 至 {to}', { from, to }) },
        { label: t('期末余额'), value: formatMoney(closingCents) },
        { label: t('押金'), value: formatMoney(deposit.closingCents) },
      ]}
    >
      <StatementLines statement={statement} onPaper />
      <DepositLines statement={statement} onPaper />
    </Paper>
  )
}
