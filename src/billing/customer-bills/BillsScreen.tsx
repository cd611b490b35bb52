import { App } from 'antd'
import { Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { customerOptions } from '#clients/customers/options/contract.ts'
import { formatCount, formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { choicesOf, statusTabs } from '#kit/ui/choices.tsx'
import { FormModal } from '#kit/ui/FormModal.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { BatchAction, BatchForm, Choice, Filter } from '#kit/ui/list/declare.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { BillSums } from './BillSums.tsx'
import { billColumns } from './billColumns.tsx'
import { type Bill, customerBills } from './contract.ts'
import { monthChoices, pastMonthChoices } from './months.tsx'
import { kindNames, statementNames, statusNames } from './rules.ts'
import type { BillFormProps } from './ui/BillForm.tsx'
import { BILLS_PATH } from './ui/billsPath.tsx'

const BillForm = lazyWindow<'BillForm', BillFormProps>(
  () => import('./ui/BillForm.tsx'),
  'BillForm',
  ({ open }) => open,
)

const TrialDrawer = lazyPart(() => import('./TrialDrawer.tsx'), 'TrialDrawer')

/** 客户账单: list of bills, with the actions to propose, create and issue them. */
export function BillsScreen() {
  const companies = useCompanyChoices()
  const [open, setOpen] = useState<'propose' | 'new' | 'trial' | null>(null)
  const month = useProposeMonth(() => setOpen('propose'))
  useOpenFromAddress('new', () => setOpen('new'))
  useOpenFromAddress('trial', () => setOpen('trial'))
  const close = () => setOpen(null)
  const propose = { label: t('生成账单'), onClick: () => setOpen('propose') }
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={customerBills.list}
        name={t('账单')}
        columns={billColumns(companies)}
        filters={filtersFor(companies)}
        tabs={statusTabs(statusNames)}
        summary={({ answer }) => <BillSums sums={answer?.sums} />}
        actions={[
          { ...propose, key: 'propose', icon: 'plus', primary: true },
          { key: 'new', label: t('新建账单'), onClick: () => setOpen('new') },
          { key: 'trial', label: t('试算新价'), onClick: () => setOpen('trial') },
        ]}
        batch={() => [issueBatch]}
        empty={{
          text: t('还没有账单'),
          hint: t('月份结束后，按各店的计费方式和数据生成账单，核对后出账。'),
          action: propose,
        }}
      />
      <ProposeForm open={open === 'propose'} month={month} onClose={close} />
      <BillForm open={open === 'new'} onClose={close} />
      <Suspense>{open === 'trial' && <TrialDrawer open onClose={close} />}</Suspense>
    </>
  )
}

/** Opens the proposal form if the address has `?propose=2026-04`; returns the month. */
function useProposeMonth(open: () => void): string | undefined {
  const [params] = useSearchParams()
  const [month, setMonth] = useState<string>()
  useOpenFromAddress('propose', () => {
    setMonth(params.get('propose') || undefined)
    open()
  })
  return month
}

type Key =
  | 'keyword'
  | 'month'
  | 'kind'
  | 'customerId'
  | 'overdue'
  | 'incomplete'
  | 'uninvoiced'
  | 'statement'
  | 'companyCode'

const filtersFor = (companies: Choice<string>[]): Filter<Key>[] => [
  { key: 'keyword', label: t('账单'), control: 'text', placeholder: t('单号、客户或店铺') },
  { key: 'month', label: t('服务月份'), control: 'multi', options: monthChoices() },
  { key: 'kind', label: t('类型'), control: 'multi', options: choicesOf(kindNames) },
  { key: 'overdue', label: t('逾期'), control: 'select', options: choicesOf({ yes: '只看逾期' }) },
  {
    key: 'incomplete',
    label: t('缺项'),
    control: 'select',
    options: choicesOf({ yes: '只看有缺项', issued: '缺数据出账' }),
  },
  { key: 'uninvoiced', label: t('开票'), control: 'select', options: choicesOf({ yes: '只看待开票' }) },
  { key: 'statement', label: t('对账'), control: 'multi', options: choicesOf(statementNames) },
  { key: 'customerId', label: t('客户'), control: 'remote', options: customerOptions, multiple: true },
  ...(companies.length > 0
    ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
    : []),
]

interface ProposeFormProps {
  open: boolean
  /** The requested month; defaults to last month. */
  month: string | undefined
  onClose: () => void
}

/** Proposes the bills of a month and opens the list of drafts. */
function ProposeForm({ open, month, onClose }: ProposeFormProps) {
  const navigate = useNavigate()
  const { message } = App.useApp()
  const askForPrices = usePriceQuestion()
  const months = pastMonthChoices()
  return (
    <FormModal
      open={open}
      onClose={onClose}
      title={t('生成账单')}
      endpoint={customerBills.propose}
      defaults={{ month: month ?? months[0]?.value }}
      fields={[
        {
          key: 'month',
          kind: 'select',
          options: months,
          hint: t(
            '按各店的计费方式、服务天数和数据算出草稿；没有人改过的草稿会跟着更新，不再需要的会撤回，其余的不动。',
          ),
        },
      ]}
      submitText={t('生成账单')}
      doneText={t('草稿已提出，请核对后出账')}
      onDone={({ totalCents, withdrawn, unpriced, ...counts }, { month: proposed }) => {
        const values = { ...counts, money: formatMoney(totalCents) }
        void message.info(
          [
            t('新增 {created} 张，更新 {refreshed} 张，其中 {incomplete} 张有缺项，草稿合计 {money}', values),
            withdrawn > 0 && t('撤回不再需要的 {n} 张', { n: withdrawn }),
          ]
            .filter(Boolean)
            .join(t('；')),
        )
        void navigate(`${BILLS_PATH}?status=draft`)
        if (unpriced.count > 0) askForPrices(unpriced, String(proposed))
      }}
    />
  )
}

/** Names the stores whose drafts lack a price, and leads to their list, where prices are entered for all at once. */
function usePriceQuestion() {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  return ({ count, names }: { count: number; names: readonly string[] }, month: string) => {
    const list = names.join(t('、'))
    modal.confirm({
      title: t('{n} 家店铺有的天没有计费方式', { n: formatCount(count) }),
      content: t('{list}：这些天没有算进草稿。设置计费以后，没有人改过的草稿会自己重算。', {
        list: count > names.length ? t('{titles}等', { titles: list }) : list,
      }),
      okText: t('去设置计费'),
      cancelText: t('先看草稿'),
      onOk: () => navigate(`/store-management?price=${month}`),
    })
  }
}

const IssueWindow = lazyPart<'IssueWindow', BatchForm<Bill>>(() => import('./IssueWindow.tsx'), 'IssueWindow')

/** 批量出账: every chosen draft separately, after a window that shows what they add up to. */
const issueBatch: BatchAction<Bill> = {
  key: 'issue',
  get label() {
    return t('出账')
  },
  form: (batch) => (
    <Suspense>
      <IssueWindow {...batch} />
    </Suspense>
  ),
}
