import { Suspense, useState } from 'react'
import { useNavigate } from 'react-router'
import { can } from '#access/can.ts'
import { monthAfter, today } from '#kit/calendar.ts'
import { formatCount, moneyFigure } from '#kit/format.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { type Figure, FigureStrip } from '#kit/ui/FigureStrip.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { BatchAction, BatchForm, Choice, Filter } from '#kit/ui/list/declare.tsx'
import { monthsBack, thisMonth } from '#kit/ui/monthChoices.tsx'
import { useOpenFromAddress } from '#kit/ui/useOpenFromAddress.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { Watermark } from '#kit/ui/Watermark.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { toRowResults } from './batchResults.tsx'
import { claimColumns, claimPath } from './claimColumns.tsx'
import { type Claim, claims } from './contract.ts'
import type { PayFormProps } from './PayForm.tsx'
import { categoryNames, statusNames } from './rules.ts'
import type { StandInsPanelProps } from './StandInsPanel.tsx'

const PayForm = lazyWindow<'PayForm', PayFormProps>(
  () => import('./PayForm.tsx'),
  'PayForm',
  () => true,
)

const StandInsPanel = lazyWindow<'StandInsPanel', StandInsPanelProps>(
  () => import('./StandInsPanel.tsx'),
  'StandInsPanel',
  ({ open }) => open,
)

const ApproveWindow = lazyPart<'ApproveWindow', BatchForm<Claim>>(
  () => import('./ApproveWindow.tsx'),
  'ApproveWindow',
)

const PENDING_TABS = { toDecide: '待我审核', toPay: '待我打款' }

/** 报销单: the user's own claims; for admins and finance, all claims of the company, pending ones first. */
export function ClaimsScreen() {
  const user = useUser()
  const companies = useCompanyChoices()
  const reviews = can(user, 'canReviewReimbursementBill')
  const create = useCreate()
  useOpenFromAddress('new', create)
  const [away, setAway] = useState(false)
  const batchActions = (rows: Claim[]) => [
    rows.some(({ mayDecide }) => mayDecide) && approveMany,
    rows.some(({ mayPay }) => mayPay) && payMany,
  ]
  return (
    <>
      <Watermark />
      <ListPage
        endpoint={claims.list}
        name={t('报销单')}
        columns={claimColumns(reviews, companies)}
        filters={claimFilters(reviews, companies)}
        tabs={tabsFor(reviews)}
        summary={({ answer }) => (
          <FigureStrip figures={claimFigures(answer?.sums ?? {}, reviews)} loading={!answer} />
        )}
        actions={[
          reviews && { key: 'away', label: t('代审'), icon: 'user', onClick: () => setAway(true) },
          { key: 'new', label: t('新建报销单'), icon: 'plus', primary: true, onClick: create },
        ]}
        batch={reviews ? batchActions : undefined}
        empty={{
          text: t('没有这样的报销单'),
          hint: t('先拍下发票，再填金额和类别，提交后由财务审核。'),
          action: { label: t('新建报销单'), onClick: create },
        }}
      />
      {reviews && <StandInsPanel open={away} onClose={() => setAway(false)} />}
    </>
  )
}

const tabsFor = (reviews: boolean) => ({
  key: 'status' as const,
  options: choicesOf(reviews ? { ...PENDING_TABS, ...statusNames } : statusNames),
  counts: ({ sums }: { sums: Record<string, { count: number }> }) => countsOf(sums),
})

function countsOf(sums: Record<string, { count: number }>): Record<string, number> {
  const counts = Object.fromEntries(Object.entries(sums).map(([key, { count }]) => [key, count]))
  const { toDecide = 0, toPay = 0, ...byStatus } = counts
  return { ...counts, toDecide, toPay, all: Object.values(byStatus).reduce((sum, count) => sum + count, 0) }
}

/** Creates a draft with a default title and opens the edit form. */
function useCreate(): () => Promise<void> {
  const create = useAction(claims.create)
  const navigate = useNavigate()
  return async () => {
    const month = today(() => new Date()).slice(0, 7)
    const title = t('{n} 月报销', { n: Number(month.slice(5)) })
    try {
      const { id } = await create.mutateAsync({ month, title })
      await navigate(`${claimPath}/${id}/edit`)
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
}

/** Approves the selected claims after a preview. */
const approveMany: BatchAction<Claim> = {
  key: 'approve',
  get label() {
    return t('通过')
  },
  form: (batch) => (
    <Suspense>
      <ApproveWindow {...batch} />
    </Suspense>
  ),
}

const payMany: BatchAction<Claim> = {
  key: 'pay',
  get label() {
    return t('打款')
  },
  form: ({ rows, run, close }) => (
    <PayForm
      claims={rows}
      onClose={close}
      onPaid={(results) => void run(() => Promise.resolve(toRowResults(results)))}
    />
  ),
}

type Sums = Record<string, { count: number; cents: number }>

/** Figures above the list by status; for reviewers, pending claims first. */
function claimFigures(sums: Sums, reviews: boolean): Figure[] {
  const figure = (key: string, name: string): Figure => {
    const { count, cents } = sums[key] ?? { count: 0, cents: 0 }
    const note = t('{n} 张', { n: formatCount(count) })
    return { key, name, ...moneyFigure(cents), note, to: `${claimPath}?status=${key}` }
  }
  if (!reviews) {
    return [
      figure('draft', t('草稿')),
      figure('submitted', t('审核中')),
      figure('approved', t('已通过，待打款')),
      figure('paid', t('已打款')),
    ]
  }
  return [
    figure('toDecide', t('待我审核')),
    figure('submitted', t('审核中')),
    figure('approved', t('已通过，待打款')),
    figure('paid', t('已打款')),
  ]
}

type Key = 'keyword' | 'month' | 'category' | 'from' | 'to' | 'mine' | 'companyCode'

/** Number of months in the filter, starting with next month. */
const MONTHS_OFFERED = 15

function claimFilters(reviews: boolean, companies: Choice<string>[]): Filter<Key>[] {
  return [
    { key: 'keyword', label: t('报销单'), control: 'text', placeholder: t('单号、事由、姓名或凭证号') },
    {
      key: 'month',
      label: t('归属月份'),
      control: 'select',
      options: monthsBack(monthAfter(thisMonth()), MONTHS_OFFERED),
    },
    { key: 'category', label: t('类别'), control: 'multi', options: choicesOf(categoryNames) },
    { from: 'from', to: 'to', label: t('提交日期'), control: 'days', future: false },
    ...(reviews ? ofReviewers() : []),
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

const ofReviewers = (): Filter<Key>[] => [
  {
    key: 'mine',
    label: t('范围'),
    control: 'select',
    options: [{ value: 'true', label: t('只看我的') }],
  },
]
