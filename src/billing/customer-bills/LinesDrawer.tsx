import { Drawer } from 'antd'
import { Suspense } from 'react'
import { Link } from 'react-router'
import { modelNames } from '#clients/stores/rules.ts'
import { pricingText } from '#clients/stores/ui/pricingText.tsx'
import { isDay } from '#kit/calendar.ts'
import { formatCount, formatDecimal, formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { type Fact, Facts } from '#kit/ui/Facts.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { DrawerTable } from '#kit/ui/list/DrawerTable.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag, type Tone } from '#kit/ui/StatusTag.tsx'
import { endSide } from '#kit/ui/side.tsx'
import { useSuppliedParts } from '#kit/ui/suppliedParts.tsx'
import { useAddressText } from '#kit/ui/useAddressText.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { type BillLineDetail, customerBillLines, type LineDay } from './contractLines.ts'
import { dayText, formulaText, itemText } from './lineTexts.ts'
import { BILLS_PATH } from './ui/billsPath.tsx'
import './lines.css'

export interface LinesDrawerProps {
  billId: number
  position: number
  onClose: () => void
}

/** 穿透: shows how a bill line was calculated, by day; each day links to the source of its figure. */
export function LinesDrawer({ billId, position, onClose }: LinesDrawerProps) {
  const [explained, setExplained] = useAddressText('explain')
  const query = { id: billId, position: String(position) }
  const call = useCall(customerBillLines.get, query, { messagePlace: 'inPage' })
  const { data } = call
  const { FigureExplanation } = useSuppliedParts()
  const close = () => setExplained(undefined)
  return (
    <Drawer
      open
      onClose={onClose}
      size={usePhone() ? '100%' : 760}
      placement={endSide()}
      title={t('这一行怎么来的')}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={10} />}>
        {(line) => <LineContent data={line} onExplain={setExplained} />}
      </Loaded>
      {data?.store && explained && isDay(explained) && (
        <Suspense>
          <FigureExplanation
            cell={{ customerId: data.customerId, storeId: data.store.id, from: explained, to: explained }}
            onClose={close}
          />
        </Suspense>
      )}
    </Drawer>
  )
}

function LineContent({ data, onExplain }: { data: BillLineDetail; onExplain: (on: string) => void }) {
  const { line, days } = data
  return (
    <div className="line-opened">
      <p className="line-head">
        <b>{itemText(line)}</b>
        <span>{data.store?.name}</span>
        <strong>{formatMoney(line.amountCents)}</strong>
      </p>
      <Facts items={lineFacts(data)} columns={2} />
      {(data.sinceCents !== 0 || data.sinceQty !== 0) && days.length > 0 && <PriceChangeNote data={data} />}
      {data.origin === 'changed' && <EditNote data={data} />}
      {data.terms.length > 0 && <TermsOfLine data={data} />}
      {days.length > 0 && (
        <section>
          <h2>{t('每一天')}</h2>
          <DrawerTable
            name={t('每日明细')}
            columns={lineDayColumns(data)}
            rows={days}
            rowKey={({ on }) => on}
            rowActions={({ on, volume }) =>
              volume === null ? [] : [{ key: 'why', label: t('来源'), onClick: () => onExplain(on) }]
            }
            empty={{ text: t('没有数据'), hint: '' }}
          />
        </section>
      )}
    </div>
  )
}

/** Note that terms or data changed since the bill was proposed, with the current amount and the difference. */
function PriceChangeNote({ data: { sum, line, sinceCents } }: { data: BillLineDetail }) {
  return (
    <p className="line-note">
      {t(
        '账单生成后，计费方式、服务状态或数据有变化：按现在的算是 {now}，账单上是 {billed}，相差 {apart}。',
        {
          now: formatMoney(sum.amountCents),
          billed: formatMoney(line.amountCents),
          apart: formatMoney(sinceCents),
        },
      )}
    </p>
  )
}

function EditNote({ data: { reason, proposal } }: { data: BillLineDetail }) {
  return (
    <div className="line-note">
      <p>{t('这张账单提出后由人工修改，原因：{reason}', { reason: reason ?? '-' })}</p>
      {proposal && (
        <>
          <p>{t('系统原来提出的，合计 {total}：', { total: formatMoney(proposal.totalCents) })}</p>
          <ul>
            {proposal.lines.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

/** Terms that priced the line, each with its number of days. */
function TermsOfLine({ data: { terms, store } }: { data: BillLineDetail }) {
  return (
    <section>
      <h2>{t('计费方式')}</h2>
      <ul className="line-terms">
        {terms.map(({ id, fromOn, pricing, days }) => (
          <li key={id}>
            <Link to={`/store-management/${store?.id}?tab=terms`}>{t('{from} 起', { from: fromOn })}</Link>
            <span>
              {t(modelNames[pricing.model])} · {pricingText(pricing)}
            </span>
            <b>{t('{n} 天', { n: days })}</b>
          </li>
        ))}
      </ul>
    </section>
  )
}

const TONES: Record<LineDay['state'], Tone> = { counted: 'green', missing: 'orange', excluded: 'grey' }

const SOURCES: Record<NonNullable<LineDay['source']>, string> = {
  imported: '平台导入',
  keyed: '手工录入',
  sum: '客服合计',
}

/** Columns of a line's days: whether the day counts, its figures and their source. */
function lineDayColumns({ line: { item } }: BillLineDetail): Column<LineDay>[] {
  return [
    { key: 'on', title: t('日期'), type: 'day', width: 112, phone: 'name' },
    {
      key: 'state',
      title: t('状态'),
      width: 160,
      phone: 'status',
      render: (day) => <StatusTag tone={TONES[day.state]} label={dayText(day)} />,
    },
    { key: 'volume', title: t('咨询'), type: 'count', width: 80, phone: 'figure' },
    ...(item === 'overage' ? [included()] : []),
    ...(item === 'commission' ? [sales()] : []),
    ...(item === 'overage' ? [] : [amount()]),
    { key: 'source', title: t('来自'), width: 168, phone: 'note', render: sourceText },
  ]
}

const included = (): Column<LineDay> => ({
  key: 'included',
  title: t('包量'),
  type: 'count',
  width: 80,
  phone: 'figure',
})
const sales = (): Column<LineDay> => ({
  key: 'salesCents',
  title: t('销售额'),
  type: 'money',
  width: 112,
  phone: 'figure',
})
const amount = (): Column<LineDay> => ({
  key: 'amountCents',
  title: t('金额'),
  type: 'money',
  width: 104,
  phone: 'figure',
})

function sourceText({ source, fileName, row }: LineDay): string | null {
  if (source === null) return null
  if (fileName === null) return t(SOURCES[source])
  return row === null ? fileName : t('{file}，第 {n} 行', { file: fileName, n: row })
}

/** Formula of a line, with counted and excluded days. */
function lineFacts(data: BillLineDetail): Fact[] {
  const { days, sum, meanBefore, relatesTo } = data
  return [
    { label: t('算法'), value: formulaText(data), wide: true },
    ...(days.length > 0 ? countedFacts(sum) : []),
    ...(meanBefore === null
      ? []
      : [{ label: t('上月日均咨询'), value: t('{n} 人', { n: meanText(meanBefore) }) }]),
    ...(relatesTo
      ? [
          {
            label: t('相关账单'),
            value: (
              <Link to={`${BILLS_PATH}/${relatesTo.id}`}>
                {relatesTo.code ?? t('草稿')} {formatMoney(relatesTo.totalCents)}
              </Link>
            ),
            wide: true,
          },
        ]
      : []),
  ]
}

function countedFacts(sum: BillLineDetail['sum']): Fact[] {
  return [
    { label: t('计入'), value: daysText(sum.days, sum.volume) },
    { label: t('不计入'), value: daysText(sum.excludedDays, sum.excludedVolume) },
  ]
}

const daysText = (days: number, volume: number) =>
  t('{days} 天，咨询 {n} 人', { days, n: formatCount(volume) })

/** Means keep two decimals, because the exact mean decides the tier. */
const meanText = (mean: number) =>
  Number.isInteger(mean) ? formatCount(mean) : formatDecimal(Math.round(mean * 100), 2)
