import { App } from 'antd'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import type { BatchAction, Maybe, RowAction } from '#kit/ui/list/declare.tsx'
import type { RowResult } from '#kit/ui/list/eachRow.ts'
import { daysText } from './cellFormatters.ts'
import { type ClockDay, clock, MAX_DECISIONS } from './contract.ts'

type Proposed = Pick<ClockDay, 'id' | 'staffId' | 'staffName' | 'on' | 'proposal'>

/** Takes, refuses and reverses proposals: of one day, of selected days, and of all. */
export function useDecisions() {
  const { message } = App.useApp()
  const decide = useAction(clock.decide)
  const reverse = useAction(clock.reverse)

  /** Decides on the days with a proposal, in parts; returns the result of each of the days. */
  const decideDays = async (rows: readonly Proposed[], taken: boolean): Promise<RowResult[]> => {
    const open = rows.flatMap(({ staffId, on, proposal }) =>
      proposal?.mayDecide ? [{ staffId, on, halfDays: proposal.halfDays }] : [],
    )
    const problems = new Map<string, string>()
    for (let at = 0; at < open.length; at += MAX_DECISIONS) {
      const { results } = await decide.mutateAsync({ taken, days: open.slice(at, at + MAX_DECISIONS) })
      for (const { id, problem } of results) if (problem) problems.set(id, problem)
    }
    return rows.map(({ id, staffName, on, proposal }) => {
      const problem = proposal?.mayDecide ? problems.get(id) : t('这一天没有待您决定的建议。')
      return { key: id, name: `${staffName} ${on}`, ...(problem && { problem }) }
    })
  }
  const announce = useAnnouncement()
  const decideOne = async (row: ClockDay, taken: boolean) =>
    announce(await decideDays([row], taken), taken ? t('已接受，记入出勤更正') : t('已记为不接受'))
  const reverseOne = async (id: number) => {
    await reverse.mutateAsync({ id })
    message.success(t('已撤回'))
  }
  const batchAction = (key: string, label: string, taken: boolean): BatchAction<ClockDay> => ({
    key,
    label,
    onClick: (rows) => decideDays(rows, taken),
    confirm: (rows) =>
      taken
        ? t('接受所选 {n} 天的建议？每条记为一笔出勤更正。', { n: rows.length })
        : t('不接受所选 {n} 天的建议？出勤保持原样。', { n: rows.length }),
  })
  return {
    rowActions: (row: ClockDay): Maybe<RowAction>[] => [
      row.proposal?.mayDecide && { key: 'take', label: t('接受'), onClick: () => decideOne(row, true) },
      row.proposal?.mayDecide && { key: 'refuse', label: t('不接受'), onClick: () => decideOne(row, false) },
      row.decision?.mayReverse && reverseAction(row, reverseOne),
    ],
    batch: [batchAction('take', t('接受'), true), batchAction('refuse', t('不接受'), false)],
    decideAll: async (rows: readonly Proposed[]) => {
      const results = await decideDays(rows, true)
      announce(results, t('已接受 {n} 条，记入出勤更正', { n: results.length }))
    },
  }
}

/** Says that decisions are made, or why the first refused one is not. */
function useAnnouncement() {
  const { message } = App.useApp()
  return (results: readonly RowResult[], done: string) => {
    const [first] = results.filter(({ problem }) => problem)
    if (first?.problem) message.warning(first.problem)
    else message.success(done)
  }
}

/** 撤回 of the last decision. */
function reverseAction({ decision }: ClockDay, onReverse: (id: number) => Promise<void>): Maybe<RowAction> {
  return (
    decision && {
      key: 'reverse',
      label: t('撤回'),
      confirm: decision.taken
        ? t('撤回已接受的 {days}？工资里的更正随之撤销。', { days: daysText(decision.halfDays, t) })
        : t('撤回“不接受”？建议会重新列出。'),
      onClick: () => onReverse(decision.id),
    }
  )
}
