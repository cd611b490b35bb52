import { formatMoney } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type {
  HomeAnswer,
  HomeCareAnswer,
  HomeFiguresAnswer,
  HomeMoneyAnswer,
  HomeRecordsAnswer,
  HomeTeamAnswer,
} from './answer.tsx'
import { CountRow } from './CountRow.tsx'
import { countLive, listLink } from './rules.ts'

/** 待办: the user's open tasks. Rows with count 0 are hidden. */
export function HomeTodo({ answer: { figures, team, money, records, care, work } }: { answer: HomeAnswer }) {
  const rows = [
    ...moneyRows(money),
    ...workRows(work),
    ...teamRows(team),
    ...careRows(care),
    ...figureRows(figures),
    ...unpricedRows(records),
    ...contractRows(records),
  ].filter(({ count }) => count > 0)
  const covers = figures?.storesWithoutFigures.covers || (records ? countLive(records.customers) : 0)
  return (
    <Panel title={t('待办')} flush>
      {rows.map((row) => (
        <CountRow key={row.name} {...row} />
      ))}
      {rows.length === 0 && (
        <EmptyState
          compact
          {...allWell({
            covers,
            good: (n) => (figures ? quietStores(n) : quietCustomers(n)),
            none: { text: t('还没有要办的事'), hint: t('有了店铺和客户，要您办的事列在这里。') },
          })}
        />
      )}
    </Panel>
  )
}

const quietStores = (n: string) => ({
  text: t('{n} 家店没有待办', { n }),
  hint: t('昵称都已对应，上传的文件都已确认。'),
})

const quietCustomers = (n: string) => ({
  text: t('{n} 家客户没有待办', { n }),
  hint: t('今天没有要跟进的客户。'),
})

const workNames = {
  ownOwed: '没提交的日志',
  logsToReview: '待审核的日志',
  leavesToDecide: '待审批的请假',
  claimsToDecide: '待审核的报销单',
  claimsToPay: '待打款的报销单',
  claimsReturned: '被退回的报销单',
  ownReturned: '被退回的日志',
  warnings: '待处理的咨询量预警',
  figureQuestions: '待答复的数字疑问',
  nickClaims: '待确认的昵称认领',
}

function workRows(work: HomeAnswer['work']) {
  return work.map(({ key, note, count, link }) => ({
    name: t(workNames[key]),
    count,
    to: link,
    note: note ? t(note) : undefined,
  }))
}

function teamRows(team: HomeTeamAnswer | null) {
  if (!team) return []
  const { missingLogs } = team
  const note = missingLogs.join(t('、'))
  return [{ name: t('昨天没交的日志'), note, count: missingLogs.length, to: listLink('calendar') }]
}

function careRows(care: HomeCareAnswer | null) {
  if (!care) return []
  const { count, link, items } = care.followUps
  const first = items[0]?.customerName
  return [{ name: t('今天要跟进'), note: first, count, to: link }]
}

function moneyRows(money: HomeMoneyAnswer | null) {
  if (!money) return []
  const { closing, invoices, mismatched } = money
  const unpaid = invoices.count - invoices.paid
  return [
    ...(closing?.items ?? []).map(({ key, count, link }) => ({
      name: t(closingWork[key], { month: closing?.month ?? '' }),
      count,
      to: link,
      note: t('挡住结账'),
    })),
    {
      name: t('已出账与现算不符'),
      count: mismatched.count,
      to: mismatched.link,
      note: mismatchNote(mismatched.cents),
    },
    ...(money.forecast?.withResult ? ownerRows(money) : []),
    {
      name: t('待开票'),
      count: invoices.count,
      to: invoices.link,
      note: t('已收 {paid}，未收 {unpaid}', { paid: invoices.paid, unpaid }),
    },
  ]
}

const mismatchNote = (cents: number) =>
  cents < 0
    ? t('共多收 {money}', { money: formatMoney(-cents) })
    : t('共少收 {money}', { money: formatMoney(cents) })

/** Rows for the owner, whose figure strip shows the month's forecast instead of these figures of finance. */
function ownerRows({ drafts, unclaimed }: HomeMoneyAnswer) {
  return [
    { name: t('没出账的草稿'), note: formatMoney(drafts.cents), count: drafts.count, to: drafts.link },
    {
      name: t('待认领的流水'),
      note: formatMoney(unclaimed.cents),
      count: unclaimed.count,
      to: unclaimed.link,
    },
  ]
}

const closingWork = {
  draftBills: '{month} 没出账的草稿',
  missingBills: '{month} 没有账单的店铺',
  rerates: '{month} 与现算不符',
  claims: '{month} 待审的报销单',
} as const

const contractNames = {
  expired: '合同已到期',
  today: '合同今天到期',
  week: '合同 7 天内到期',
  month: '合同 30 天内到期',
}

function contractRows(records: HomeRecordsAnswer | null) {
  return (records?.contractsDue ?? []).map(({ due, count, link }) => ({
    name: t(contractNames[due]),
    note: undefined,
    count,
    to: link,
  }))
}

function unpricedRows(records: HomeRecordsAnswer | null) {
  if (!records) return []
  const { count, link } = records.unpriced
  return [{ name: t('未定价的店铺'), note: t('已上线，出账前要补计费方式'), count, to: link }]
}

function figureRows(figures: HomeFiguresAnswer | null) {
  if (!figures) return []
  const { unmatchedNicks, waitingImports } = figures
  return [
    {
      name: t('待对应昵称'),
      note: t('还不知道是哪位客服'),
      count: unmatchedNicks.count,
      to: unmatchedNicks.link,
    },
    {
      name: t('未确认的导入'),
      note: t('已预检，还没有写入'),
      count: waitingImports.count,
      to: waitingImports.link,
    },
  ]
}
