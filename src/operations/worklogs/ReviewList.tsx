import { reachOf } from '#access/can.ts'
import { storeOptions } from '#clients/stores/options/contract.ts'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { choicesOf } from '#kit/ui/choices.tsx'
import { ListPage } from '#kit/ui/ListPage.tsx'
import type { BatchAction, Choice, Filter } from '#kit/ui/list/declare.tsx'
import { useOpenNumber } from '#kit/ui/useOpenNumber.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { useCompanyChoices } from '#people/companies/ui/useCompanyChoices.tsx'
import { useShifts } from '#people/shifts/ui/useShifts.tsx'
import { staffOptions } from '#people/staff/options/contract.ts'
import { type Worklog, worklogs } from './contract.ts'
import { LogDrawer } from './LogDrawer.tsx'
import { logColumns } from './logColumns.tsx'
import { statusNames } from './rules.ts'
import { INITIAL_FILTER } from './subscribable.ts'

const TABS = { toReview: '待我审核', ...statusNames }

/** The logs that the user reviews; several can be approved together. The query string contains the open log. */
export function ReviewList() {
  const companies = useCompanyChoices()
  const hasTeams = reachOf(useUser(), 'canReviewWorklog') !== 'team'
  const approve = useApproveMany()
  const shifts = useShifts()
  const [shown, show] = useOpenNumber('log')
  return (
    <ListPage
      endpoint={worklogs.list}
      name={t('工作日志')}
      columns={logColumns((row) => show(row.id), hasTeams, companies, shifts)}
      filters={filtersFor(hasTeams, companies, shifts.names)}
      initial={INITIAL_FILTER}
      sort="-on"
      tabs={{
        key: 'status',
        options: choicesOf(TABS),
        counts: ({ statusCounts: { toReview = 0, ...counts } }) => ({
          ...counts,
          toReview,
          all: Object.values(counts).reduce((sum, count) => sum + count, 0),
        }),
      }}
      batch={() => [approve]}
      summary={({ query }) => (
        <LogDrawer id={shown ?? null} query={query} onShow={show} onClose={() => show(undefined)} />
      )}
      empty={{
        text: t('没有这样的日志'),
        hint: t('客服提交后，日志会出现在“待我审核”。'),
      }}
    />
  )
}

type Key = 'keyword' | 'staffId' | 'headId' | 'storeId' | 'shift' | 'from' | 'to' | 'companyCode'

function filtersFor(
  hasTeams: boolean,
  companies: Choice<string>[],
  shifts: Record<string, string>,
): Filter<Key>[] {
  const people = (key: 'staffId' | 'headId', label: string, purpose: string): Filter<Key> => ({
    key,
    label,
    control: 'remote',
    options: staffOptions,
    query: { purpose },
  })
  return [
    people('staffId', t('客服'), 'agent'),
    { from: 'from', to: 'to', label: t('日期'), control: 'days', future: false },
    { key: 'shift', label: t('班次'), control: 'multi', options: choicesOf(shifts) },
    ...(hasTeams ? [people('headId', t('组长'), 'leader')] : []),
    { key: 'storeId', label: t('店铺'), control: 'remote', options: storeOptions },
    { key: 'keyword', label: t('内容'), control: 'text', placeholder: t('姓名、小结、问题或交接') },
    ...(companies.length > 0
      ? [{ key: 'companyCode', label: t('公司'), control: 'multi', options: companies } as const]
      : []),
  ]
}

/** Approves the selected logs; lists the problem of each log that cannot be approved. */
function useApproveMany(): BatchAction<Worklog> {
  const approve = useAction(worklogs.approveMany)
  return {
    key: 'approve',
    label: t('通过'),
    confirm: (rows) => t('通过所选的 {n} 份日志？手工填写的数据随即计入报表。', { n: rows.length }),
    onClick: async (rows) => {
      const { results } = await approve.mutateAsync({
        logs: rows.map(({ id, version }) => ({ id, version })),
      })
      return results.map(({ id, staffName, on, problem }) => ({
        key: id,
        name: [staffName, on].filter(Boolean).join(' '),
        ...(problem && { problem }),
      }))
    },
  }
}
