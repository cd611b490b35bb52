import { Suspense } from 'react'
import { Link } from 'react-router'
import { hideCompany } from '#access/can.ts'
import { ForecastTable } from '#finance/monthly-financials/ui/ForecastTable.tsx'
import type { Day } from '#kit/calendar.ts'
import { formatInstantShort, formatRate, formatWeekday } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { allWell } from '#kit/ui/allWell.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { Column } from '#kit/ui/list/declare.tsx'
import { PageHeader } from '#kit/ui/PageHeader.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { type ImportControls, useImport } from '#operations/imports/ui/useImport.tsx'
import type { Figure } from '#reporting/reports/contract.ts'
import { ReportFigures } from '#reporting/reports/ui/ReportFigures.tsx'
import type { Setup, SetupFacts } from '#workspace/setup/contract.ts'
import { SetupCard } from '#workspace/setup/ui/SetupCard.tsx'
import { WaitingPanel } from '#workspace/setup/ui/WaitingPanel.tsx'
import type { HomeAnswer, HomeFiguresAnswer, HomeMoneyAnswer, HomeRecordsAnswer } from './answer.tsx'
import { home } from './contract.ts'
import { HomeActions } from './HomeActions.tsx'
import { HomeMentions } from './HomeMentions.tsx'
import { HomeMine } from './HomeMine.tsx'
import { HomeMoney } from './HomeMoney.tsx'
import { HomeRecords } from './HomeRecords.tsx'
import { HomeSince, useRecordVisit } from './HomeSince.tsx'
import { HomeTeam } from './HomeTeam.tsx'
import { HomeTodo } from './HomeTodo.tsx'
import { MoneyFigures } from './MoneyFigures.tsx'
import { OwnerFigures } from './OwnerFigures.tsx'
import { CustomerCounts, StoreCounts } from './RecordCounts.tsx'
import { countLive, listLink } from './rules.ts'
import { ShortList } from './ShortList.tsx'
import { SilentStores } from './SilentStores.tsx'
import { LargestFalls, UnderTarget } from './StoreLists.tsx'
import { useForecast, usePreviousMonth } from './useForecast.tsx'
import './home.css'

interface BoardProps {
  setup: Setup
  facts: SetupFacts
  onImport: ImportControls['open']
}

/** Only a new company needs it. */
const SetupBoard = lazyPart<'SetupBoard', BoardProps>(
  () => import('#workspace/setup/ui/SetupBoard.tsx'),
  'SetupBoard',
)

/** Only the operators of the installation see it. */
const HomeProblems = lazyPart<'HomeProblems'>(
  () => import('#platform/system-status/ui/ProblemBand.tsx'),
  'HomeProblems',
)

/** 首页: yesterday's figures, problems and tasks, by role. */
export function HomeScreen() {
  const call = useCall(home.get, {}, { messagePlace: 'inPage' })
  const importing = useImport()
  const isOperator = !hideCompany(useUser())
  useRecordVisit()
  const isEmpty = call.data?.setup?.fillsHome === true
  return (
    <div className="home">
      {/* Empty before the response: a placeholder line would only flicker. */}
      <PageHeader description={call.data ? headline(call.data) : ''} />
      {isOperator && (
        <Suspense>
          <HomeProblems />
        </Suspense>
      )}
      <Loaded call={call} skeleton={<HomeSkeleton />} panel>
        {(answer) => <Content answer={answer} at={readAt(call)} onImport={importing.open} />}
      </Loaded>
      {call.data && !isEmpty && <HomeActions answer={call.data} importing={importing.action} />}
      {importing.drawer}
    </div>
  )
}

/** 2026-05-19 周二　昨日数据更新至 08:42; what an empty home page waits for. */
function headline({ today, figures, setup }: HomeAnswer): string {
  if (setup?.fillsHome) return emptyLine(setup)
  const day = `${today} ${t(formatWeekday(today))}`
  if (!figures) return day
  const state = figures.updatedAt
    ? t('昨日数据更新至 {at}', { at: formatInstantShort(figures.updatedAt) })
    : t('昨日还没有数据')
  return `${day}　${state}`
}

/** The line of a home page without any data. */
function emptyLine({ companyName: name, facts }: Setup): string {
  if (facts) return t('{name}，还没有数据。咨询量、回复率、应收要等第一批文件和账单。', { name })
  return t('{name}还在开通，下面几件事齐了，这里换成每天的数字。', { name })
}

interface ContentProps {
  answer: HomeAnswer
  at: string | undefined
  onImport: ImportControls['open']
}

function Content(props: ContentProps) {
  const { answer, onImport } = props
  const { setup } = answer
  if (!setup?.fillsHome)
    return (
      <>
        {setup?.facts && <SetupCard setup={setup} facts={setup.facts} />}
        <Daily {...props} />
      </>
    )
  if (!setup.facts) return <WaitingPanel setup={setup} onImport={onImport} />
  return (
    <Suspense fallback={<TextSkeleton rows={8} />}>
      <SetupBoard setup={setup} facts={setup.facts} onImport={onImport} />
    </Suspense>
  )
}

/** The home page of a company with data, by role. */
function Daily({ answer, at, onImport }: ContentProps) {
  const { figures, mine, money, records } = answer
  if (figures && mine) return <HomeMine answer={answer} mine={mine} figures={figures} onImport={onImport} />
  if (figures) return <HomeDay answer={answer} figures={figures} at={at} onImport={onImport} />
  if (money) return <HomeMoney answer={answer} money={money} />
  if (records) return <HomeRecords answer={answer} records={records} at={at} />
  return (
    <section className="panel">
      <EmptyState text={t('您的账号还没有可用的功能')} hint={t('请联系管理员为您设置角色。')} />
    </section>
  )
}

function HomeSkeleton() {
  return (
    <>
      <FiguresSkeleton count={4} />
      <div className="home-columns">
        <section className="panel">
          <TextSkeleton rows={8} />
        </section>
        <section className="panel">
          <TextSkeleton rows={5} />
        </section>
      </div>
    </>
  )
}

interface HomeDayProps {
  answer: HomeAnswer
  figures: HomeFiguresAnswer
  at: string | undefined
  onImport: ImportControls['open']
}

/** The home page for users who report: figures, then problems, then tasks. */
function HomeDay({ answer, figures, at, onImport }: HomeDayProps) {
  const { money, team, records, care, today, yesterday, since } = answer
  const owned = money?.forecast?.withResult ? money.forecast.month : undefined
  return (
    <>
      {owned && money && <OwnerFigures money={money} month={owned} />}
      {!owned && money && <MoneyFigures money={money} />}
      <HomeFigures figures={figures} yesterday={yesterday} at={at} />
      <div className="home-columns">
        <div className="home-first">
          <HomeTodo answer={answer} />
        </div>
        <div className="home-main">
          {owned && <HomeResult month={owned} />}
          {team && <HomeTeam team={team} today={today} />}
          {money?.atRisk && <HomeRisks atRisk={money.atRisk} customers={records?.customers} />}
          <SilentStores silent={figures.storesWithoutFigures} yesterday={yesterday} onImport={onImport} />
          <div className="home-pair">
            <LargestFalls falls={figures.largestFalls} />
            <UnderTarget below={figures.belowTarget} />
          </div>
          <p className="home-legend">
            {t('红色：较前 7 日均值跌 40% 以上，或低于店铺目标。三角只表示升降，不表示好坏。')}
          </p>
        </div>
        <div className="home-side">
          <HomeSince since={since} />
          {care && <HomeMentions mentions={care.mentions} />}
          {records && <CustomerCounts customers={records.customers} />}
          {records && <StoreCounts stores={records.stores} />}
        </div>
      </div>
    </>
  )
}

interface HomeFiguresProps {
  figures: HomeFiguresAnswer
  yesterday: Day
  /** When the figures were requested. */
  at: string | undefined
}

/** Yesterday's figures. Each links to its report, its coverage to the stores without figures. */
function HomeFigures({ figures, yesterday, at }: HomeFiguresProps) {
  const report = (figure: Figure, more: Record<string, string> = {}) =>
    listLink(figure.key === 'lastDay' ? 'volumes' : 'rates', { from: yesterday, to: yesterday, ...more })
  return (
    <ReportFigures
      figures={figures.figures}
      word={t('昨日')}
      at={at}
      updatedAt={figures.updatedAt}
      missing={(figure) => report(figure, { only: 'missing' })}
      to={(figure) => report(figure)}
    />
  )
}

/** The forecast of the month's result by line, compared with the previous month, for the owner. */
function HomeResult({ month }: { month: string }) {
  const call = useForecast(month)
  const before = usePreviousMonth(month)
  return (
    <Panel
      title={t('{month} 预计', { month })}
      actions={<Link to={listLink('months', { month })}>{t('怎么算的')}</Link>}
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={8} />}>
        {(forecast) => <ForecastTable forecast={forecast} before={before} />}
      </Loaded>
    </Panel>
  )
}

type AtRisk = NonNullable<HomeMoneyAnswer['atRisk']>
type Risk = AtRisk['items'][number]

interface RisksProps {
  atRisk: AtRisk
  customers: HomeRecordsAnswer['customers'] | undefined
}

/** 可能少收的钱: customers who may be lost or pay late, each with one suggested action. */
function HomeRisks({ atRisk: { count, items }, customers }: RisksProps) {
  return (
    <ShortList
      title={t('可能少收的钱')}
      hint={count > 0 ? t('{n} 位客户，按月费从大到小', { n: count }) : ''}
      columns={columns()}
      rows={items}
      rowKey={(row) => row.customerId}
      rowActions={({ why, link }) => [{ key: 'step', label: t(STEPS[why]), to: link }]}
      empty={allWell({
        covers: customers ? countLive(customers) : 0,
        good: (n) => ({
          text: t('{n} 家客户，没有要担心的', { n }),
          hint: t('咨询量下降、逾期和合同到期的客户列在这里。'),
        }),
        none: {
          text: t('还没有客户'),
          hint: t('咨询量下降、逾期和合同到期的客户列在这里。'),
          action: { label: t('去登记'), to: listLink('customers') },
        },
      })}
    />
  )
}

const STEPS: Record<Risk['why'], string> = { zero: '联系', fall: '联系', overdue: '催收', ending: '续签' }

function reasonOf({ why, value }: Risk): string {
  if (why === 'zero') return t('咨询量归零')
  if (why === 'fall') return t('咨询量下降 {rate}', { rate: formatRate(Math.abs(value ?? 0), 1) })
  if (why === 'overdue') return t('逾期 {n} 天', { n: value ?? 0 })
  return value === 0 ? t('合同今天到期') : t('合同还有 {n} 天到期', { n: value ?? 0 })
}

const columns = (): Column<Risk>[] => [
  {
    key: 'customerName',
    title: t('客户'),
    phone: 'name',
    width: 200,
    render: ({ customerId, customerName }) => (
      <Link to={`/customer-management/${customerId}`} title={customerName}>
        {customerName}
      </Link>
    ),
  },
  { key: 'why', title: t('为什么'), phone: 'remark', width: 240, render: reasonOf },
  { key: 'feeCents', title: t('月费'), type: 'money', phone: 'figure', width: 120 },
]
