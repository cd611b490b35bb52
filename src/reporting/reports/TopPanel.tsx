import type { UseQueryResult } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useState } from 'react'
import type { CallError } from '#kit/failures.ts'
import { t } from '#kit/text.ts'
import { type Bar, BarList } from '#kit/ui/BarList.tsx'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { Loaded } from '#kit/ui/Loaded.tsx'
import type { Empty } from '#kit/ui/list/declare.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'

/** A ranking of the stores: 最多, 跌幅. */
export interface TopList {
  key: string
  label: string
  hint: string
  items: Bar[]
  /** The text of an empty ranking. */
  empty: Empty
}

interface Props {
  title: string
  /** The query that `lists` are made from. */
  call: UseQueryResult<unknown, CallError>
  /** Undefined before the first response. */
  lists: TopList[] | undefined
  onPick: (bar: Bar) => void
}

/** The top stores of the selected ranking. A click on a bar opens its rows. */
export function TopPanel({ title, call, lists, onPick }: Props) {
  const [chosen, setChosen] = useState<string>()
  const list = lists?.find(({ key }) => key === chosen) ?? lists?.[0]
  const skeleton = (
    <div className="report-chart-room">
      <TextSkeleton rows={6} />
    </div>
  )
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
      <Loaded call={call} skeleton={skeleton} compact>
        {() => list && <Bars list={list} title={title} onPick={onPick} />}
      </Loaded>
    </Panel>
  )
}

type BarsProps = Pick<Props, 'title' | 'onPick'> & { list: TopList }

function Bars({ list: { items, label, empty }, title, onPick }: BarsProps) {
  if (items.length === 0) {
    return (
      <div className="report-chart-room">
        <EmptyState compact {...empty} />
      </div>
    )
  }
  return <BarList items={items} label={title + t('，') + label} onPick={onPick} />
}
