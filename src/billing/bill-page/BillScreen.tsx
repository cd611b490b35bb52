import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { can } from '#access/can.ts'
import { StatementLinkPanel } from '#billing/bill-statements/ui/StatementLinkPanel.tsx'
import { type BillPage, customerBills } from '#billing/customer-bills/contract.ts'
import { billName, explainMissing, invoiceTypeNames, kindNames } from '#billing/customer-bills/rules.ts'
import type { BillEditProps } from '#billing/customer-bills/ui/BillForm.tsx'
import { BillLines } from '#billing/customer-bills/ui/BillLines.tsx'
import { BillPaper } from '#billing/customer-bills/ui/BillPaper.tsx'
import { BillStatusTag } from '#billing/customer-bills/ui/BillStatusTag.tsx'
import { BillStepForms, type Step } from '#billing/customer-bills/ui/BillStepForms.tsx'
import { billLog } from '#billing/customer-bills/ui/billLog.tsx'
import { BILLS_PATH } from '#billing/customer-bills/ui/billsPath.tsx'
import { isIncomplete, MissingTag } from '#billing/customer-bills/ui/MissingTag.tsx'
import { Receipts } from '#billing/customer-bills/ui/Receipts.tsx'
import { formatInstant, formatMoney } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { DetailPage } from '#kit/ui/DetailPage.tsx'
import { type Fact, Facts } from '#kit/ui/Facts.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { Action, Maybe } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { RecentLog, RecordLog } from '#kit/ui/RecordLog.tsx'
import { useNeighbours } from '#kit/ui/trail.tsx'
import { useAccessExplanation } from '#kit/ui/useAccessExplanation.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'

const BillEdit = lazyWindow<'BillEdit', BillEditProps>(
  () => import('#billing/customer-bills/ui/BillForm.tsx'),
  'BillEdit',
  ({ page }) => page !== null,
)

/** Page of one bill: lines, receipts, log and the actions that its state allows. */
export function BillScreen() {
  const id = Number(useParams().id)
  const navigate = useNavigate()
  const [step, setStep] = useState<Step | null>(null)
  const [editing, setEditing] = useState(false)
  const mayWriteOff = can(useUser(), 'canAdmin')
  const position = useNeighbours(customerBills.list, id)
  const { data: page, ...call } = useCall(customerBills.get, { id }, { messagePlace: 'inPage' })
  const { whyAction, whyDialog } = useAccessExplanation('customer-bill', id, page?.companyCode)
  return (
    <>
      <Watermark />
      <DetailPage
        title={page && t('{name} {month} {kind}', { ...titleOf(page) })}
        code={page?.code ?? undefined}
        status={
          page && (
            <>
              <BillStatusTag bill={page} /> <MissingTag bill={page} />
            </>
          )
        }
        loading={call.isLoading}
        error={call.error}
        onRetry={() => void call.refetch()}
        actions={
          page
            ? [...actionsOf(page, { onStep: setStep, edit: () => setEditing(true), mayWriteOff }), whyAction]
            : []
        }
        position={position}
        figures={page && figuresOf(page)}
        tabs={page ? tabsOf(page) : []}
        aside={page && <Aside page={page} />}
      />
      {page && <BillPaper page={page} />}
      {page && (
        <BillStepForms
          page={page}
          step={step}
          onClose={() => setStep(null)}
          onRefunded={(refund) => void navigate(`${BILLS_PATH}/${refund.id}`)}
        />
      )}
      <BillEdit page={editing && page ? page : null} onClose={() => setEditing(false)} />
      {whyDialog}
    </>
  )
}

/** Notes the refunded and written-off amounts below the received amount. */
function receivedNote({ refundedCents, writtenOffCents }: BillPage): string | undefined {
  const notes = [
    refundedCents > 0 && t('其中已退 {money}', { money: formatMoney(refundedCents) }),
    writtenOffCents > 0 && t('另有核销 {money}', { money: formatMoney(writtenOffCents) }),
  ].filter((note) => note !== false)
  return notes.length > 0 ? notes.join(t('；')) : undefined
}

const titleOf = ({ storeName, customerName, month, kind }: BillPage) => ({
  name: storeName ?? customerName,
  month,
  kind: t(kindNames[kind]),
})

function actionsOf(
  page: BillPage,
  { onStep, edit, mayWriteOff }: { onStep: (step: Step) => void; edit: () => void; mayWriteOff: boolean },
): Maybe<Action>[] {
  const { status, kind, totalCents, refundableCents } = page
  const stepAction = (key: Step, label: string) => ({ key, label, onClick: () => onStep(key) })
  const owed = status === 'open' || status === 'partial'
  const issued = status !== 'draft' && status !== 'void'
  return [
    status === 'draft' && { ...stepAction('issue', t('出账')), primary: true },
    status === 'draft' && { key: 'edit', label: t('编辑'), icon: 'edit', onClick: edit },
    status === 'draft' && stepAction('void', t('驳回')),
    owed && { ...stepAction('receive', totalCents < 0 ? t('登记付款') : t('登记收款')), primary: true },
    issued && stepAction('invoice', t('登记发票')),
    status === 'open' && stepAction('void', t('作废')),
    refundableCents > 0 && stepAction('refund', t('退款')),
    owed && mayWriteOff && totalCents > 0 && kind !== 'deposit' && stepAction('writeOff', t('核销')),
    issued && { key: 'print', label: t('打印'), icon: 'print', onClick: () => window.print() },
  ]
}

function figuresOf(page: BillPage) {
  const { totalCents, receivedCents, writtenOffCents, dueOn, overdueDays } = page
  return [
    { name: t('应收'), value: formatMoney(totalCents) },
    {
      name: t('已收'),
      value: formatMoney(receivedCents),
      note: receivedNote(page),
    },
    { name: t('未收'), value: formatMoney(totalCents - receivedCents - writtenOffCents) },
    {
      name: t('到期日'),
      value: dueOn ?? '-',
      tone: 'red' as const,
      note: overdueDays === null ? undefined : t('逾期 {n} 天', { n: overdueDays }),
    },
  ]
}

function tabsOf(page: BillPage) {
  return [
    { key: 'lines', label: t('明细'), count: page.lines.length, children: <BillLines page={page} /> },
    { key: 'receipts', label: t('收款'), count: page.receipts.length, children: <Receipts page={page} /> },
    { key: 'log', label: t('操作日志'), children: <RecordLog {...billLog(page.id)} /> },
  ]
}

function Aside({ page }: { page: BillPage }) {
  return (
    <>
      <Panel title={t('基本信息')}>
        <Facts items={factsOf(page)} />
      </Panel>
      {page.status !== 'draft' && <StatementLinkPanel bill={page} />}
      <RecentLog {...billLog(page.id)} />
    </>
  )
}

function factsOf(page: BillPage): Fact[] {
  const { customerId, customerName, storeId, storeName, relatesTo, related, invoiceNo, invoiceType } = page
  return [
    {
      label: t('客户'),
      value: <Link to={`/customer-management/${customerId}?tab=bills`}>{customerName}</Link>,
    },
    { label: t('店铺'), value: storeId && <Link to={`/store-management/${storeId}`}>{storeName}</Link> },
    { label: t('服务期间'), value: t('{from} 至 {to}', { from: page.fromOn, to: page.toOn }) },
    ...(relatesTo
      ? [
          {
            label: t('相关账单'),
            value: <Link to={`${BILLS_PATH}/${relatesTo.id}`}>{relatesTo.code ?? billName(page)}</Link>,
          },
        ]
      : []),
    ...(related.length > 0
      ? [{ label: t('退款和结算'), value: <RelatedBills page={page} />, wide: true }]
      : []),
    {
      label: t('发票'),
      value: invoiceNo && invoiceType && `${t(invoiceTypeNames[invoiceType])} ${invoiceNo}`,
    },
    ...(page.reason ? [{ label: t('原因'), value: page.reason }] : []),
    ...(isIncomplete(page) ? [{ label: t('缺数据出账'), value: explainMissing(page) }] : []),
    ...(page.earlierNo ? [{ label: t('原单号'), value: page.earlierNo }] : []),
    { label: t('备注'), value: page.note },
    { label: t('出账'), value: page.issuedOn && `${page.issuedByName ?? t('系统')} ${page.issuedOn}` },
    { label: t('登记'), value: `${page.createdByName ?? t('系统')} ${formatInstant(page.createdAt)}` },
  ]
}

function RelatedBills({ page: { related } }: { page: BillPage }) {
  return related.map((bill) => (
    <div key={bill.id}>
      <Link to={`${BILLS_PATH}/${bill.id}`}>{billName(bill)}</Link> {formatMoney(bill.totalCents)}
    </div>
  ))
}
