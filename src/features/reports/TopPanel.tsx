import { Segmented } from 'antd'
import { useState } from 'react'
import { t } from '#kit/text.ts'
import type { Bar } from '#kit/ui/BarList.tsx'
import { BarList } from '#kit/ui/BarList.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'

/** One order of the stores: 最多, 跌幅. */
export interface TopList {
  key: string
  label: string
  hint: string
  items: Bar[]
  /** What it means that there are none. */
  empty: { text: string; hint?: string }
}

interface Props {
  title: string
  /** Undefined before the first answer. */
  lists: TopList[] | undefined
  /** There will be none: the failure, and the way to try again, stand beside. */
  failed: boolean
  onPick: (bar: Bar) => void
}

/** The stores at the head of one order or another; a click on a bar opens the rows behind it. */
export function TopPanel({ title, lists, failed, onPick }: Props) {
  const [chosen, setChosen] = useState<string>()
  const list = lists?.find(({ key }) => key === chosen) ?? lists?.[0]
  return (
    <Panel
      className="report-tops"
      title={title}
      hint={list?.hint}
      actions={
        lists && (
          <Segmented
            options={lists.map(({ key, label }) => ({ value: key, label }))}
            value={list?.key}
            onChange={setChosen}
            aria-label={t('排序')}
          />
        )
      }
    >
      {!list && failed && (
        <div className="report-chart-room">
          <EmptyState compact text={t('没有加载成功')} hint={t('请在“每日趋势”里重试。')} />
        </div>
      )}
      {!list && !failed && (
        <div className="report-chart-room">
          <TextSkeleton rows={6} />
        </div>
      )}
      {list?.items.length === 0 && (
        <div className="report-chart-room">
          <EmptyState compact {...list.empty} />
        </div>
      )}
      {list && list.items.length > 0 && (
        <BarList items={list.items} label={title + t('，') + list.label} onPick={onPick} />
      )}
    </Panel>
  )
}
