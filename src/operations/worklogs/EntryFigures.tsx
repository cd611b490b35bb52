import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { platformNames } from '#clients/stores/rules.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import { AwaitedCard, AwaitedRows } from './AwaitedStores.tsx'
import type { WorklogDay } from './contractDay.ts'
import { EntryCards } from './EntryCards.tsx'
import { EntryGrid } from './EntryGrid.tsx'
import { type AwaitedStore, awaitedIds, awaitedStoresOf, figureSources } from './entryStores.ts'
import type { EntryState } from './useEntry.tsx'
import type { EntryProblems } from './useSendEntry.tsx'

interface Props {
  day: WorklogDay
  state: EntryState
  problems: EntryProblems
  editable: boolean
}

/** The figures of a log: stores without files are keyed, the others are a row each until their file comes. */
export function EntryFigures({ day, state, problems, editable }: Props) {
  const phone = usePhone()
  const { awaited, lines, open } = useStores(day, state)
  if (day.lines.length === 0) {
    return (
      <EmptyState
        compact
        text={t('这一天没有分配给您的店铺')}
        hint={t('小结和交接仍可以填写；店铺的分配请找组长。')}
      />
    )
  }
  const lineProps = { lines, change: state.change, problems, editable }
  const awaitedProps = {
    stores: awaited,
    isToday: day.on === day.today,
    // A read-only log has no way to key figures.
    open: editable ? open : undefined,
  }
  return (
    <section className="entry-figures" aria-label={t('店铺数据')}>
      <div className="entry-figures-head">
        <h3>{t('店铺数据')}</h3>
        <p>{sourcesText(day)}</p>
        {editable && !phone && awaited.length > 1 && (
          <Button type="link" size="small" onClick={() => open(awaited.map(({ storeId }) => storeId))}>
            {t('全部手工填写')}
          </Button>
        )}
      </div>
      {lines.length > 0 && (phone ? <EntryCards {...lineProps} /> : <EntryGrid {...lineProps} />)}
      {awaited.length > 0 &&
        (phone ? (
          <AwaitedCard {...awaitedProps} isRest={lines.length > 0} />
        ) : (
          <AwaitedRows {...awaitedProps} />
        ))}
    </section>
  )
}

const NONE: ReadonlySet<number> = new Set()

/** Separates the stores that wait for their file from the lines with figures or to be keyed. */
function useStores(day: WorklogDay, { lines }: EntryState) {
  const [opened, setOpened] = useState(NONE)
  // As text, so that typing in a cell does not render the stores that wait again.
  const idText = awaitedIds(lines, opened).join(' ')
  const [ids, awaited] = useMemo<[ReadonlySet<number>, AwaitedStore[]]>(() => {
    const found = new Set(idText.split(' ').filter(Boolean).map(Number))
    return [found, awaitedStoresOf(day.lines, found)]
  }, [day.lines, idText])
  const [open] = useState(
    () => (storeIds: readonly number[]) => setOpened((before) => new Set([...before, ...storeIds])),
  )
  return { awaited, open, lines: ids.size === 0 ? lines : lines.filter(({ line }) => !ids.has(line.storeId)) }
}

/** Says which stores need no figures, and why the others do. */
function sourcesText({ lines, on, today }: WorklogDay): string {
  const { filled, awaited, keyed, keyedPlatforms } = figureSources(lines)
  const parts: string[] = []
  if (filled > 0) parts.push(t('{n} 家店已由平台文件填好，只能由重新导入改变', { n: filled }))
  if (awaited > 0 && on === today) {
    parts.push(t('{n} 家店不用填，明早平台文件到后自动填进这份日志', { n: awaited }))
  } else if (awaited > 0) {
    parts.push(t('{n} 家店不用填，平台文件到后自动填进这份日志', { n: awaited }))
  }
  const platforms = keyedPlatforms.map((one) => t(platformNames[one])).join(t('、'))
  if (keyed > 0 && parts.length > 0 && platforms) parts.push(t('只有{platforms}没有文件', { platforms }))
  else if (keyed > 0) parts.push(t('{n} 家店没有平台文件，请手工填写', { n: keyed }))
  return parts.join(t('；'))
}
