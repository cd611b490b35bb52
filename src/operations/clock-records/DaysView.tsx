import { App, Button } from 'antd'
import { can, reachOf } from '#access/can.ts'
import { useClient } from '#kit/clientContext.tsx'
import { t } from '#kit/text.ts'
import { AttentionBar } from '#kit/ui/AttentionBar.tsx'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { Empty, Filter } from '#kit/ui/list/declare.tsx'
import { fetchAll } from '#kit/ui/list/fetchAll.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { clock } from './contract.ts'
import { dayColumns } from './dayColumns.tsx'
import { stateNames } from './rules.ts'
import { useDecisions } from './useDecisions.tsx'

interface Props {
  /** Opens the import; absent for members, who see their own days. */
  onImport?: () => void
}

/** 核对: each person's day with shifts, punches, result and proposal. */
export function DaysView({ onImport }: Props) {
  const user = useUser()
  const reviews = can(user, 'canReviewWorklog')
  const hasTeams = reviews && reachOf(user, 'canReviewWorklog') !== 'team'
  const { rowActions, batch, decideAll } = useDecisions()
  return (
    <ListPage
      endpoint={clock.days}
      name={t('打卡')}
      columns={dayColumns({ reviews, hasTeams })}
      filters={filtersFor({ reviews, hasTeams })}
      sort="-on"
      tabs={{
        key: 'status',
        options: choicesOf(stateNames),
        counts: ({ statusCounts }) => statusCounts,
      }}
      actions={[
        onImport && { key: 'import', label: t('导入打卡'), icon: 'upload', primary: true, onClick: onImport },
      ]}
      {...(reviews && { rowActions, batch: () => batch })}
      summary={({ query, answer }) =>
        answer && answer.proposals > 0 ? (
          <Proposals count={answer.proposals} query={query} onDecide={decideAll} />
        ) : null
      }
      empty={({ started }) => emptyOf(started, onImport)}
    />
  )
}

interface ProposalsProps {
  count: number
  query: Record<string, unknown>
  onDecide: ReturnType<typeof useDecisions>['decideAll']
}

/** How many days have a proposal, and the button that takes all of them. */
function Proposals({ count, query, onDecide }: ProposalsProps) {
  const client = useClient()
  const { modal } = App.useApp()
  const takeAll = async () => {
    const { status: _, ...span } = query
    onDecide(await fetchAll(client, clock.days, { ...span, only: 'open' }))
  }
  const ask = () =>
    modal.confirm({
      title: t('接受 {n} 条出勤建议？', { n: count }),
      content: t('每条记为一笔出勤更正，工资随之变；已结账的月份不变，接受后可以撤回。'),
      okText: t('全部接受'),
      onOk: () => takeAll().catch(ignoreShownErrors),
    })
  return (
    <AttentionBar text={t('{n} 天的打卡和计薪的出勤不一致，有建议待您决定', { n: count })}>
      <Button type="link" onClick={ask}>
        {t('全部接受')}
      </Button>
    </AttentionBar>
  )
}

type Key = 'keyword' | 'headId' | 'only' | 'from' | 'to'

function filtersFor({ reviews, hasTeams }: { reviews: boolean; hasTeams: boolean }): Filter<Key>[] {
  const days: Filter<Key> = {
    from: 'from',
    to: 'to',
    label: t('日期'),
    control: 'days',
    future: false,
    maxDays: 92,
  }
  if (!reviews) return [days]
  return [
    { key: 'keyword', label: t('客服'), control: 'text', placeholder: t('姓名、拼音或工号') },
    days,
    {
      key: 'only',
      label: t('出勤建议'),
      control: 'select',
      options: choicesOf({ open: '待决定', decided: '已决定' }),
    },
    ...(hasTeams
      ? [
          {
            key: 'headId',
            label: t('组长'),
            control: 'remote',
            options: staffOptions,
            query: { purpose: 'leader' },
          } as const,
        ]
      : []),
  ]
}

/** Says which file belongs here, and how to export it. */
function emptyOf(started: boolean, onImport: (() => void) | undefined): Empty {
  if (!onImport) {
    return { text: t('这些天没有要核对的打卡'), hint: t('组长导入打卡以后，您的班次和打卡会出现在这里。') }
  }
  if (started) return { text: t('这些天没有要核对的打卡'), hint: t('换一段日期，或导入这些天的打卡。') }
  return {
    text: t('还没有导入过打卡'),
    hint: t(
      '企业微信：管理后台 › 打卡 › 上下班打卡 › 日报，导出表格；钉钉：管理后台 › 考勤统计 › 每日统计，导出报表。把导出的文件原样导入即可。',
    ),
    action: { label: t('导入打卡'), onClick: onImport },
  }
}
