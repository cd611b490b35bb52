import { Button } from 'antd'
import { missingTexts } from '#billing/customer-bills/cellFormatters.ts'
import type { BillLine, BillPage } from '#billing/customer-bills/contract.ts'
import type { LinesDrawerProps } from '#billing/customer-bills/LinesDrawer.tsx'
import { itemText, priceText, qtyText } from '#billing/customer-bills/lineTexts.ts'
import { capitalAmount } from '#kit/capitals.ts'
import { formatRate } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import { Money } from '#kit/ui/Money.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import '#billing/customer-bills/bills.css'
import '#billing/customer-bills/lines.css'

const LinesDrawer = lazyWindow<'LinesDrawer', LinesDrawerProps>(
  () => import('#billing/customer-bills/LinesDrawer.tsx'),
  'LinesDrawer',
  () => true,
)

/** Lines of a bill, each with a link to its details, and totals with tax. */
export function BillLines({ page }: { page: BillPage }) {
  const phone = usePhone()
  const [opened, open] = useOpenNumber('line')
  const position = page.lines.find((line) => line.position === opened)?.position
  const tableProps = { lines: page.lines, onOpen: (line: BillLine) => open(line.position) }
  return (
    <Panel title={t('明细')} hint={t('金额含税，点项目看怎么来的')}>
      {page.status === 'draft' && page.missing.length > 0 && <MissingNote page={page} />}
      {page.lines.length === 0 ? (
        <EmptyState
          compact
          text={t('还没有明细')}
          hint={t('给店铺登记计费方式后草稿会自己重算，也可以直接填写明细。')}
        />
      ) : (
        <div className="bill-lines">
          {phone ? <Cards {...tableProps} /> : <Table {...tableProps} />}
          <Totals page={page} />
        </div>
      )}
      {position !== undefined && (
        <LinesDrawer billId={page.id} position={position} onClose={() => open(undefined)} />
      )}
    </Panel>
  )
}

function MissingNote({ page }: { page: BillPage }) {
  return (
    <p className="bill-missing">
      {t('草稿还有缺项：{text}。补齐后重新提出，或写明原因修改。', {
        text: missingTexts(page.missing).join(t('；')),
      })}
    </p>
  )
}

interface TableProps {
  lines: readonly BillLine[]
  onOpen: (line: BillLine) => void
}

function Table({ lines, onOpen }: TableProps) {
  return (
    <table>
      <thead>
        <tr>
          <th>{t('项目')}</th>
          <th>{t('期间')}</th>
          <th className="bill-number">{t('单价')}</th>
          <th className="bill-number">{t('数量')}</th>
          <th className="bill-number">{t('税率')}</th>
          <th className="bill-number">{t('金额')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <Line key={line.position} line={line} onOpen={onOpen} />
        ))}
      </tbody>
    </table>
  )
}

/** Cards for phones: item and amount, with the details below. */
function Cards({ lines, onOpen }: TableProps) {
  return (
    <ul className="bill-cards">
      {lines.map((line) => (
        <li key={line.position}>
          <LineButton line={line} onOpen={onOpen} />
          <Money cents={line.amountCents} />
          <small>
            <bdi>{`${priceText(line)} × ${qtyText(line)}`}</bdi>
          </small>
          {line.fromOn && line.toOn && <small>{spanText(line.fromOn, line.toOn)}</small>}
          <small>{t('税率 {rate}', { rate: formatRate(line.taxRateBp, 0) })}</small>
        </li>
      ))}
    </ul>
  )
}

const spanText = (from: string, to: string) => t('{from} 至 {to}', { from, to })

/** Name of a line, as a button that opens its details. */
function LineButton({ line, onOpen }: LineProps) {
  return (
    <Button type="link" size="small" className="bill-opener" onClick={() => onOpen(line)}>
      {itemText(line)}
    </Button>
  )
}

interface LineProps {
  line: BillLine
  onOpen: (line: BillLine) => void
}

function Line({ line, onOpen }: LineProps) {
  const { fromOn, toOn } = line
  return (
    <tr>
      <td>
        <LineButton line={line} onOpen={onOpen} />
      </td>
      <td>{fromOn && toOn ? spanText(fromOn, toOn) : '-'}</td>
      <td className="bill-number">
        <bdi>{priceText(line)}</bdi>
      </td>
      <td className="bill-number">{qtyText(line)}</td>
      <td className="bill-number">{formatRate(line.taxRateBp, 0)}</td>
      <td className="bill-number">
        <Money cents={line.amountCents} />
      </td>
    </tr>
  )
}

function Totals({ page: { discountCents, totalCents, taxCents } }: { page: BillPage }) {
  return (
    <dl className="bill-totals">
      {discountCents > 0 && (
        <div>
          <dt>{t('优惠')}</dt>
          <dd>
            <Money cents={-discountCents} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('其中税额')}</dt>
        <dd>
          <Money cents={taxCents} />
        </dd>
      </div>
      <div className="bill-total">
        <dt>{t('合计')}</dt>
        <dd>
          <Money cents={totalCents} />
          <small lang="zh-CN">{capitalAmount(totalCents)}</small>
        </dd>
      </div>
    </dl>
  )
}
