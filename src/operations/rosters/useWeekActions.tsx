import { App, Button } from 'antd'
import type { z } from 'zod'
import { useAction } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { rosters, type UnchangedReason } from './contract.ts'
import type { RosterSelection } from './selection.tsx'

type CopyAnswer = z.output<typeof rosters.copy.output>
type Source = 'lastWeek' | 'assignments'

const UNCHANGED_TEXTS: Record<UnchangedReason, string> = {
  leave: '这天请假，没有动',
  leaveBefore: '上周这天请假，没有复制',
  ended: '班次已停用，没有复制',
  standing: '这天已排，没有覆盖',
  gone: '这天已离职',
  notYet: '这天还没入职',
}

/** Maximum number of unchanged days that are listed; the rest is shown as a count. */
const MAX_LISTED = 8

interface WeekScope {
  from: string
  headId?: number
}

/** Fills and clears whole weeks. Lists the unchanged days with the reason. */
export function useWeekActions({ monday, headId }: RosterSelection, hasPlan: boolean) {
  const whose: WeekScope = { from: monday, ...(headId && { headId }) }
  const filling = useFillWeek(whose, hasPlan)
  const clearing = useClearWeek(whose)
  return { fill: filling.run, empty: clearing.run, isBusy: filling.isPending || clearing.isPending }
}

/** Copies into the week. If it already has a plan, first asks whether to overwrite it. */
function useFillWeek(whose: WeekScope, hasPlan: boolean) {
  const { modal, message } = App.useApp()
  // An edit right after the result must have seen it.
  const copy = useAction(rosters.copy, { waitsForReads: true })
  const showResult = ({ changed, kept: unchanged }: CopyAnswer) => {
    const title = t('已填 {n} 格，{m} 格没有动', { n: changed, m: unchanged.length })
    if (unchanged.length > 0) return void modal.info({ title, content: <UnchangedDays kept={unchanged} /> })
    if (changed === 0) return void message.info(t('没有可以填的：来源是空的，或已经一样'))
    message.success(t('已填 {n} 格', { n: changed }))
  }
  const fill = (source: Source, replace: boolean) =>
    void copy.mutateAsync({ ...whose, source, replace }).then(showResult, ignoreShownErrors)
  const confirmReplace = (source: Source) => {
    const answer = (replace: boolean) => {
      question.destroy()
      fill(source, replace)
    }
    const question = modal.confirm({
      title: t('这一周已经排了一部分'),
      content: t('请假的日子无论如何都不会动。'),
      footer: (_, { CancelBtn }) => (
        <>
          <CancelBtn />
          <Button onClick={() => answer(true)}>{t('覆盖已排的')}</Button>
          <Button type="primary" onClick={() => answer(false)}>
            {t('只填空着的')}
          </Button>
        </>
      ),
    })
  }
  const run = (source: Source) => (hasPlan ? confirmReplace(source) : fill(source, false))
  return { run, isPending: copy.isPending }
}

function useClearWeek(whose: WeekScope) {
  const { modal, message } = App.useApp()
  const clear = useAction(rosters.clear, { waitsForReads: true })
  const showResult = ({ changed }: { changed: number }) =>
    void message.success(t('已清空 {n} 格', { n: changed }))
  const run = () =>
    modal.confirm({
      title: t('清空 {from} 这一周的排班？', { from: whose.from }),
      content: whose.headId ? t('只清空所选小组；请假会保留。') : t('清空您能看到的每个人；请假会保留。'),
      okText: t('清空'),
      okButtonProps: { danger: true },
      onOk: () => clear.mutateAsync(whose).then(showResult, ignoreShownErrors),
    })
  return { run, isPending: clear.isPending }
}

function UnchangedDays({ kept: days }: { kept: CopyAnswer['kept'] }) {
  return (
    <ul className="roster-kept">
      {days.slice(0, MAX_LISTED).map(({ name, on, reason }) => (
        <li key={`${name} ${on}`}>
          {name} {on.slice(5)}：{t(UNCHANGED_TEXTS[reason])}
        </li>
      ))}
      {days.length > MAX_LISTED && <li>{t('另有 {n} 格', { n: days.length - MAX_LISTED })}</li>}
    </ul>
  )
}
