import type { BillLine, BillPage } from '#billing/customer-bills/contract.ts'
import { itemText, priceText, qtyText } from '#billing/customer-bills/lineTexts.ts'
import { explainMissing, kindNames, methodNames } from '#billing/customer-bills/rules.ts'
import { capitalAmount } from '#kit/capitals.ts'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Money } from '#kit/ui/Money.tsx'
import { Paper } from '#kit/ui/print/Paper.tsx'

/** Printed bill for the customer: lines, tax, total in words, receipts and open amount. */
export function BillPaper({ page }: { page: BillPage }) {
  const { kind, month, fromOn, toOn } = page
  return (
    <Paper
      sender={page.sender}
      isOwed={page.totalCents > page.receivedCents + page.writtenOffCents}
      title={t('{month} {kind}账单', { month, kind: t(kindNames[kind]) })}
      facts={[
        { label: t('客户'), value: page.customerName },
        { label: t('账单编号'), value: page.code },
        { label: t('店铺'), value: page.storeName },
        { label: t('服务期间'), value: t('{from} 至 {to}', { from: fromOn, to: toOn }) },
        { label: t('出账日期'), value: page.issuedOn },
        { label: t('到期日'), value: page.dueOn },
        { label: t('发票号'), value: page.invoiceNo },
        { label: t('备注'), value: page.note },
        { label: t('说明'), value: explainMissing(page) },
      ]}
    >
      <Lines page={page} />
      <Sums page={page} />
      {page.receipts.length > 0 && <Received page={page} />}
    </Paper>
  )
}

function Lines({ page: { lines } }: { page: BillPage }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t('项目')}</th>
          <th>{t('期间')}</th>
          <th className="paper-number">{t('单价')}</th>
          <th className="paper-number">{t('数量')}</th>
          <th className="paper-number">{t('税率')}</th>
          <th className="paper-number">{t('金额（含税）')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.position} line={line} />
        ))}
      </tbody>
    </table>
  )
}

function Line({ line }: { line: BillLine }) {
  const { fromOn, toOn } = line
  return (
    <tr>
      <td>{itemText(line)}</td>
      <td>{fromOn && toOn && t('{from} 至 {to}', { from: fromOn, to: toOn })}</td>
      <td className="paper-number">
        <bdi>{priceText(line)}</bdi>
      </td>
      <td className="paper-number">{qtyText(line)}</td>
      <td className="paper-number">{formatRate(line.taxRateBp, 0)}</td>
      <td className="paper-number">
        <Money cents={line.amountCents} />
      </td>
    </tr>
  )
}

function Sums({
  page: { discountCents, totalCents, taxCents, receivedCents, writtenOffCents },
}: {
  page: BillPage
}) {
  const rows: [string, number][] = [
    ...(discountCents > 0 ? [[t('优惠'), -discountCents] as [string, number]] : []),
    [t('不含税金额'), totalCents - taxCents],
    [t('税额'), taxCents],
    [t('合计（含税）'), totalCents],
    [t('已收'), receivedCents],
    ...(writtenOffCents > 0 ? [[t('核销'), writtenOffCents] as [string, number]] : []),
    [t('未收'), totalCents - receivedCents - writtenOffCents],
  ]
  return (
    <table>
      <tbody>
        {rows.map(([name, cents]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className="paper-number">
              <Money cents={cents} />
            </td>
          </tr>
        ))}
        <tr>
          <th scope="row">{t('合计大写')}</th>
          <td className="paper-number paper-words" lang="zh-CN">
            {capitalAmount(totalCents)}
          </td>
        </tr>
      </tbody>
    </table>
  )
}

/** Receipts, oldest first. */
function Received({ page: { receipts } }: { page: BillPage }) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t('收款日期')}</th>
          <th>{t('收款方式')}</th>
          <th>{t('流水号')}</th>
          <th className="paper-number">{t('金额')}</th>
        </tr>
      </thead>
      <tbody>
        {receipts.toReversed().map(({ id, onDay, method, txnNo, reversesId, amountCents }) => (
          <tr key={id}>
            <td>{onDay}</td>
            <td>
              {reversesId === null
                ? t(methodNames[method])
                : t('冲销 {way}', { way: t(methodNames[method]) })}
            </td>
            <td>{txnNo}</td>
            <td className="paper-number">
              <Money cents={amountCents} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
