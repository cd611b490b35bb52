import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { HomeFiguresAnswer, HomeRecordsAnswer } from './answer.tsx'
import { CountRow } from './CountRow.tsx'

interface Props {
  figures: HomeFiguresAnswer
  records: HomeRecordsAnswer | null
}

/** 待办: what waits for this person; what is done is not named. */
export function HomeTodo({ figures, records }: Props) {
  const rows = rowsOf(figures, records).filter(({ count }) => count > 0)
  return (
    <Panel title={t('待办')} flush>
      {rows.map((row) => (
        <CountRow key={row.name} {...row} />
      ))}
      {rows.length === 0 && (
        <EmptyState compact text={t('没有待办')} hint={t('昵称都已对应，上传的文件都已确认。')} />
      )}
    </Panel>
  )
}

function rowsOf({ unmatchedNicks, waitingImports }: HomeFiguresAnswer, records: HomeRecordsAnswer | null) {
  const ending = records?.contractsEnding
  const first = ending?.items[0]?.contractEndOn
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
    {
      name: t('合同 30 天内到期'),
      note: first && t('最近 {day}', { day: first.slice(5) }),
      count: ending?.count ?? 0,
      to: ending?.link ?? '',
    },
  ]
}
