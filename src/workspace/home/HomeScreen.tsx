import { formatInstantShort, formatWeekday } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { readAt } from '#kit/reads.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import { PageHeader } from '#kit/ui/PageHeader.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { FiguresSkeleton, TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { ImportControls } from '#operations/imports/ui/ImportButton.tsx'
import { useImport } from '#operations/imports/ui/ImportButton.tsx'
import type { HomeAnswer, HomeMoneyAnswer } from './answer.tsx'
import { home } from './contract.ts'
import { HomeDay } from './HomeDay.tsx'
import { HomeMoney } from './HomeMoney.tsx'
import { HomeRecords } from './HomeRecords.tsx'
import { useRecordVisit } from './HomeSince.tsx'
import './home.css'

/** 首页: yesterday's figures, problems and tasks, by role. */
export function HomeScreen() {
  const call = useCall(home.get, {}, { messagePlace: 'inPage' })
  const importing = useImport()
  useRecordVisit()
  return (
    <div className="home">
      {/* Empty before the response: a placeholder line would only flicker. */}
      <PageHeader description={call.data ? headline(call.data) : ''} />
      <Loaded call={call} skeleton={<HomeSkeleton />} panel>
        {(answer) => <Content answer={answer} at={readAt(call)} onImport={importing.open} />}
      </Loaded>
      {call.data?.figures && <ImportAction importing={importing} />}
      {call.data && !call.data.figures && call.data.money && <FinanceActions money={call.data.money} />}
      {importing.drawer}
    </div>
  )
}

/** 2026-05-19 周二　昨日数据更新至 08:42 */
function headline({ today, figures }: HomeAnswer): string {
  const day = `${today} ${t(formatWeekday(today))}`
  if (!figures) return day
  const state = figures.updatedAt
    ? t('昨日数据更新至 {at}', { at: formatInstantShort(figures.updatedAt) })
    : t('昨日还没有数据')
  return `${day}　${state}`
}

/** The main actions of finance: claiming bank rows and issuing drafts. */
function FinanceActions({ money: { drafts, unclaimed } }: { money: HomeMoneyAnswer }) {
  const bank = { key: 'bank', label: t('认领流水'), to: unclaimed.link }
  const issue = {
    key: 'issue',
    label: t('核对 {n} 张草稿', { n: drafts.count }),
    to: drafts.link,
    primary: true,
  }
  return (
    <PageActions>
      <ActionButtons actions={drafts.count > 0 ? [bank, issue] : [bank]} />
    </PageActions>
  )
}

/** The only page action: next to the title, on a phone in the bar at the bottom. */
function ImportAction({ importing: { action } }: { importing: ImportControls }) {
  if (!usePhone())
    return (
      <PageActions>
        <ActionButtons actions={[action]} />
      </PageActions>
    )
  return (
    <ThumbBar>
      <ActionButtons actions={[action]} large />
    </ThumbBar>
  )
}

interface ContentProps {
  answer: HomeAnswer
  at: string | undefined
  onImport: ImportControls['open']
}

function Content({ answer, at, onImport }: ContentProps) {
  const { figures, money, records } = answer
  if (figures) return <HomeDay {...{ answer, figures, at, onImport }} />
  if (money) return <HomeMoney answer={answer} money={money} />
  if (records) return <HomeRecords {...{ answer, records, at }} />
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
