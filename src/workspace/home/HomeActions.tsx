import { t } from '#kit/text.ts'
import { ActionButtons } from '#kit/ui/list/ActionButtons.tsx'
import type { Action } from '#kit/ui/list/declare.tsx'
import { PageActions } from '#kit/ui/page.tsx'
import { ThumbBar } from '#kit/ui/ThumbBar.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import type { HomeAnswer } from './answer.tsx'
import { isLogOpen } from './HomeMine.tsx'

interface Props {
  answer: HomeAnswer
  /** 导入平台数据. */
  importing: Action
}

/** The main actions of the role: next to the title, on a phone in the bar at the bottom. */
export function HomeActions({ answer, importing }: Props) {
  const phone = usePhone()
  const actions = actionsOf(answer, importing)
  if (actions.length === 0) return null
  if (phone && answer.figures)
    return (
      <ThumbBar>
        <ActionButtons actions={actions} large />
      </ThumbBar>
    )
  return (
    <PageActions>
      <ActionButtons actions={actions} />
    </PageActions>
  )
}

/** A member writes the log, a head reviews, an admin imports, finance claims bank rows and issues drafts. */
function actionsOf({ figures, mine, team, money }: HomeAnswer, importing: Action): Action[] {
  const second = { ...importing, primary: false }
  if (mine) return [second, logAction(mine.log)]
  if (team && team.review.count > 0) return [second, reviewAction(team.review)]
  if (figures) return [importing]
  return money ? financeActions(money) : []
}

function logAction({ state, link }: NonNullable<HomeAnswer['mine']>['log']): Action {
  const label = isLogOpen(state) ? t('写今天的日志') : t('今天的日志')
  return { key: 'log', label, to: link, primary: isLogOpen(state) }
}

function reviewAction({ count, link }: NonNullable<HomeAnswer['team']>['review']): Action {
  return { key: 'review', label: t('审 {n} 份日志', { n: count }), to: link, primary: true }
}

function financeActions({ drafts, unclaimed }: NonNullable<HomeAnswer['money']>): Action[] {
  const bank = { key: 'bank', label: t('认领流水'), to: unclaimed.link }
  const issue = {
    key: 'issue',
    label: t('核对 {n} 张草稿', { n: drafts.count }),
    to: drafts.link,
    primary: true,
  }
  return drafts.count > 0 ? [bank, issue] : [bank]
}
