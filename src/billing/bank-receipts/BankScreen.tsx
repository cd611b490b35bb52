import { useQueryClient } from '@tanstack/react-query'
import { App, Modal } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type * as z from 'zod'
import { monthOf, today } from '#kit/calendar.ts'
import { useClient } from '#kit/clientContext.tsx'
import { formatMoney } from '#kit/format.ts'
import { sum } from '#kit/money.ts'
import { refetchAll, useAction } from '#kit/query.tsx'
import { t, withoutMarks } from '#kit/text.ts'
import { statusTabs } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { BatchAction, Choice, Column, Filter } from '#kit/ui/list/declare.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { SheetCounts } from '#kit/ui/sheets/SheetCounts.tsx'
import { SheetDrop } from '#kit/ui/sheets/SheetDrop.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { type BankRow, bankReceipts, MAX_CONFIRMED, type Reason, type Suggestion } from './contract.ts'
import { PartsField } from './PartsField.tsx'
import { reasonNames, stateNames, stateTones, sumOfParts } from './rules.ts'
import './bank.css'

/** 银行流水: incoming payments from uploaded bank files, the suggested bills and the booking of each. */
export function BankScreen() {
  const companies = useCompanyChoices()
  const [uploading, setUploading] = useState(false)
  const [confirming, setConfirming] = useState<BankRow | null>(null)
  const [aside, setAside] = useState<BankRow | null>(null)
  const batch = useConfirmBatch()
  const takeBack = useTakeBack()
  const upload = { label: t('上传流水'), onClick: () => setUploading(true) }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={bankReceipts.list}
        name={t('银行流水')}
        columns={bankColumns()}
        filters={filtersFor(companies)}
        tabs={statusTabs(stateNames)}
        actions={[{ ...upload, key: 'upload', icon: 'upload', primary: true }]}
        rowActions={(row) => [
          row.state === 'open' && { key: 'confirm', label: t('登记收款'), onClick: () => setConfirming(row) },
          row.state === 'open' && { key: 'aside', label: t('无关'), onClick: () => setAside(row) },
          row.state === 'unrelated' && { key: 'back', label: t('取消无关'), onClick: () => takeBack(row) },
        ]}
        batch={(rows) => [rows.some(isFullySuggested) && batch]}
        empty={{
          text: t('还没有流水'),
          hint: t('从网银下载收款明细后上传，系统按编号、付款方和金额找到账单，由您确认。'),
          action: upload,
        }}
      />
      <UploadWindow open={uploading} onClose={() => setUploading(false)} />
      <ConfirmForm row={confirming} onClose={() => setConfirming(null)} />
      <AsideForm row={aside} onClose={() => setAside(null)} />
    </>
  )
}

/** 标为无关: asks for the reason why the payment belongs to no bill. */
function AsideForm({ row, onClose }: { row: BankRow | null; onClose: () => void }) {
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('标为无关')}
      endpoint={bankReceipts.setAside}
      fixed={{ id: row?.id }}
      fields={[{ key: 'reason', kind: 'textarea', placeholder: t('利息、退票、股东往来等') }]}
      doneText={t('已标为无关')}
    />
  )
}

type Key = 'keyword' | 'from' | 'to' | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('流水'), control: 'text', placeholder: t('付款方、摘要、流水号或文件') },
  { from: 'from', to: 'to', label: t('交易日期'), control: 'days', clearable: true, future: false },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]

/** 登记收款: splits the unbooked amount of a row over bills of one customer; prefilled with the best suggestion. */
function ConfirmForm({ row, onClose }: { row: BankRow | null; onClose: () => void }) {
  const best = row?.suggestions[0]
  return (
    <FormModal
      open={row !== null}
      onClose={onClose}
      title={t('登记收款 {money}', { money: formatMoney(row?.leftCents) })}
      endpoint={bankReceipts.confirm}
      fixed={{ id: row?.id }}
      defaults={{ parts: partsOf(best), ...(row?.monthClosed && { onDay: today(() => new Date()) }) }}
      fields={[
        {
          key: 'parts',
          kind: 'custom',
          wide: true,
          label: t('客户和账单'),
          render: (control) => row && <PartsField {...control} row={row} />,
          hint: best ? t('建议的依据：{reasons}。', { reasons: reasonsText(best.reasons) }) : undefined,
        },
        row?.monthClosed && {
          key: 'onDay',
          kind: 'day',
          notClearable: true,
          hint: t('{month} 已结账，请记到未结月份的一天；收款上会注明银行日期 {day}。', {
            month: monthOf(row.onDay),
            day: row.onDay,
          }),
        },
        {
          key: 'keepRest',
          kind: 'switch',
          hint: t('客户多付的，余额留在这笔流水里待认领：以后有了账单再登记，或标为无关并写明去向。'),
          when: ({ parts }) => isShort(parts, row?.leftCents ?? 0),
        },
      ]}
      submitText={t('登记')}
      doneText={t('已登记收款')}
    />
  )
}

/** Whether bills are chosen and their parts total less than the unbooked amount. */
function isShort(parts: unknown, leftCents: number): boolean {
  const placed = Array.isArray(parts) ? sumOfParts(parts) : 0
  return placed > 0 && placed < leftCents
}

type UploadResult = z.output<(typeof bankReceipts)['upload']['output']>

/** 上传流水: uploads a bank file and shows the result. */
function UploadWindow({ open, onClose }: { open: boolean; onClose: () => void }) {
  const client = useClient()
  const queries = useQueryClient()
  const [result, setResult] = useState<UploadResult | null>(null)
  const send = async (file: File) => {
    setResult(await client.call(bankReceipts.upload, {}, { file, messagePlace: 'inPage' }))
    await refetchAll(queries)
  }
  return (
    <Modal open={open} onCancel={onClose} footer={null} title={t('上传银行流水')} destroyOnHidden>
      <div className="bank-upload">
        <SheetDrop allowed={t('网银下载的 .csv、.xls 或 .xlsx，最多 10,000 行')} send={send} />
        {result && <Result result={result} />}
        <ul className="bank-quiet">
          <li>{t('只留下收入；已有的行不会重复，期间重叠的文件可以放心上传。')}</li>
          <li>{t('上传不会登记收款，每一笔都由您确认。')}</li>
        </ul>
      </div>
    </Modal>
  )
}

const MAX_LISTED = 5

function Result({ result: { fileName, added, known, outgoing, ahead, faults } }: { result: UploadResult }) {
  return (
    <section aria-label={t('上传结果')}>
      <p className="bank-file">{fileName}</p>
      <SheetCounts
        counts={[
          { label: t('新增'), tone: 'green', count: added },
          { label: t('已有'), tone: 'grey', count: known },
          { label: t('支出，不留'), tone: 'grey', count: outgoing },
          { label: t('晚于今天，不留'), tone: 'red', count: ahead.length },
          { label: t('看不懂'), tone: 'red', count: faults.length },
        ]}
      />
      <ul>
        {ahead.slice(0, MAX_LISTED).map(({ rowNo, day }) => (
          <li key={rowNo}>{t('第 {n} 行的日期 {day} 晚于今天，没有导入。', { n: rowNo, day })}</li>
        ))}
        {faults.slice(0, MAX_LISTED).map(({ rowNo, problem }) => (
          <li key={rowNo}>{t('第 {n} 行：{problem}', { n: rowNo, problem })}</li>
        ))}
      </ul>
    </section>
  )
}

/** Columns of the list of bank rows. */
function bankColumns(): Column<BankRow>[] {
  return [
    { key: 'onDay', title: t('交易日期'), type: 'day', sort: true, phone: 'note', width: 112 },
    {
      key: 'payer',
      title: t('付款方'),
      phone: 'name',
      pinned: true,
      width: 180,
      from: { field: 'payer', empty: '没有付款方' },
    },
    { key: 'amountCents', title: t('金额'), type: 'money', sort: true, phone: 'figure', width: 112 },
    {
      key: 'state',
      title: t('状态'),
      phone: 'status',
      width: 80,
      from: { field: 'state', names: stateNames },
      render: ({ state }) => <StatusTag tone={stateTones[state]} label={t(stateNames[state])} />,
    },
    {
      key: 'bills',
      title: t('账单'),
      phone: 'remark',
      width: 276,
      exported: false,
      hint: t('待认领的是建议，确认后才登记收款'),
      render: (row) => <Bills row={row} />,
    },
    { key: 'memo', title: t('摘要'), width: 180 },
    { key: 'txnNo', title: t('流水号'), hidden: true, width: 168 },
    { key: 'fileName', title: t('文件'), hidden: true, width: 168 },
  ]
}

/** The bills on which a row is booked, or the suggested bills with reasons; the unbooked rest; why it is unrelated. */
function Bills({ row }: { row: BankRow }) {
  const { state, bookedOn, leftCents, unrelatedReason, unrelatedByName, notedOn, monthClosed } = row
  return (
    <div className="bank-bills">
      {bookedOn.map(({ billId, code, onDay, amountCents }) => (
        <span key={billId}>
          <Link to={`/customer-bill-management/${billId}`}>{code}</Link> {formatMoney(amountCents)}
          {onDay !== row.onDay && <small className="bank-quiet"> {t('入账 {day}', { day: onDay })}</small>}
        </span>
      ))}
      {bookedOn.length > 0 && leftCents > 0 && (
        <span className="bank-warning">{t('余 {money}', { money: formatMoney(leftCents) })}</span>
      )}
      {state === 'unrelated' && (
        <span className="bank-quiet">
          {t('{reason}（{name}）', { reason: unrelatedReason ?? '', name: unrelatedByName ?? '' })}
        </span>
      )}
      {state === 'open' && notedOn && (
        <span className="bank-warning">{t('流水号已登记在 {code}', { code: notedOn.code })}</span>
      )}
      {state === 'open' && <BestSuggestion row={row} />}
      {state === 'open' && monthClosed && (
        <small className="bank-warning">{t('所在月份已结账，记到未结的月份')}</small>
      )}
    </div>
  )
}

function BestSuggestion({ row: { suggestions, bookedOn } }: { row: BankRow }) {
  const [best] = suggestions
  if (!best) return bookedOn.length > 0 ? null : <span className="bank-quiet">{t('没有相符的账单')}</span>
  const { customerName: customer, reasons, parts } = best
  const why = reasonsText(reasons)
  const note = reasons.includes('name') ? why : t('{customer}：{reasons}', { customer, reasons: why })
  return (
    <>
      <span>{partsText(parts)}</span>
      <small className="bank-quiet bank-why" title={withoutMarks(note)}>
        {note}
      </small>
    </>
  )
}

/** Short text for the parts: `ZD2026050001 ¥1,000.00`; for several bills the first code and the number of bills. */
function partsText(parts: Suggestion['parts']): string {
  const [first] = parts
  if (!first) return ''
  const { code, amountCents } = first
  return parts.length === 1
    ? `${code} ${formatMoney(amountCents)}`
    : t('{code} 等 {n} 张账单', { code, n: parts.length })
}

/** Names the reasons of a suggestion. */
function reasonsText(reasons: readonly Reason[]): string {
  return reasons.map((reason) => t(reasonNames[reason])).join(t('、'))
}

/** The parts of a suggestion in request format. */
const partsOf = (suggestion: Suggestion | undefined) =>
  (suggestion?.parts ?? []).map(({ billId, amountCents }) => ({ billId, amountCents }))

/** Books the selected rows as suggested; reports rows that need a separate decision. */
function useConfirmBatch(): BatchAction<BankRow> {
  const confirm = useAction(bankReceipts.confirmMany)
  return {
    key: 'confirm',
    label: t('按建议登记'),
    confirm: (rows) => {
      const money = formatMoney(sum(bookableRows(rows).map(({ leftCents }) => leftCents)))
      return t('将按建议登记 {n} 笔、共 {money} 的收款，请先核对每一笔的账单。', {
        n: bookableRows(rows).length,
        money,
      })
    },
    onClick: async (rows) => {
      const batchRows = bookableRows(rows).slice(0, MAX_CONFIRMED)
      const sent = batchRows.map(({ id, suggestions }) => ({ id, parts: partsOf(suggestions[0]) }))
      const { results } = await confirm.mutateAsync({ rows: sent })
      const problems = new Map(results.map(({ id, problem }) => [id, problem]))
      return rows.map((row) => {
        const problem = problems.has(row.id) ? problems.get(row.id) : skipReason(row)
        return {
          key: row.id,
          name: `${row.payer} ${formatMoney(row.leftCents)}`,
          ...(problem && { problem }),
        }
      })
    },
  }
}

/** Rows that the batch can book. */
const bookableRows = (rows: readonly BankRow[]) => rows.filter(isFullySuggested)

/** Whether the suggestion covers the whole amount and the row's month is open. */
const isFullySuggested = ({ suggestions: [best], monthClosed }: BankRow): boolean =>
  best !== undefined && !best.reasons.includes('over') && !monthClosed

function skipReason({ suggestions, monthClosed }: BankRow): string {
  if (suggestions.length === 0) return t('没有相符的账单')
  return monthClosed ? t('所在月份已结账，请单独登记') : t('多于应收，请单独登记')
}

/** Removes the mark 无关 from a row and shows a message. */
function useTakeBack(): (row: BankRow) => Promise<void> {
  const { message } = App.useApp()
  const back = useAction(bankReceipts.takeBack)
  return async ({ id }) => {
    try {
      await back.mutateAsync({ id })
      void message.success(t('已回到待认领'))
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
}
