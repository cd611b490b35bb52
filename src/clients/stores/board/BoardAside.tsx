import { useDraggable } from '@dnd-kit/core'
import type { BoardAgent, BoardStore } from '#clients/stores/assignments/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import type { DraggedItem } from './dragging.tsx'
import type { By } from './week.ts'

interface Props {
  by: By
  agents: readonly BoardAgent[]
  stores: readonly BoardStore[]
}

/** The column next to the board: agents with their loads, or stores, to drag onto a day. */
export function BoardAside({ by, agents, stores }: Props) {
  return (
    <Panel
      className="board-aside"
      title={by === 'store' ? t('客服负荷') : t('店铺')}
      hint={t('拖到表格里分配')}
    >
      <ul>
        {by === 'store'
          ? agents.map((agent) => (
              <Item key={agent.id} dragged={{ kind: 'agent', id: agent.id, name: agent.name }}>
                {agent.load && <LoadText load={agent.load} />}
              </Item>
            ))
          : stores.map((store) => (
              <Item key={store.id} dragged={{ kind: 'store', id: store.id, name: store.name }}>
                <small>{t(platformNames[store.platform])}</small>
              </Item>
            ))}
      </ul>
      {by === 'store' && agents.some(({ load }) => load) && (
        <p className="board-about">
          {t('人数是今天所分配店铺的日均咨询量之和，按占比折算；取最近 7 天里有数据的日子。')}
        </p>
      )}
    </Panel>
  )
}

function LoadText({ load }: { load: NonNullable<BoardAgent['load']> }) {
  const { stores, dailyVolume } = load
  return (
    <small>
      {dailyVolume === null
        ? t('店铺 {n}', { n: stores })
        : t('店铺 {n} · 日均 {volume} 人', { n: stores, volume: formatCount(dailyVolume) })}
    </small>
  )
}

interface ItemProps {
  dragged: Extract<DraggedItem, { kind: 'agent' | 'store' }>
  children: React.ReactNode
}

function Item({ dragged, children }: ItemProps) {
  const { setNodeRef, attributes, listeners } = useDraggable({
    ...{ id: `${dragged.kind}-${dragged.id}`, data: dragged },
  })
  return (
    <li>
      <button type="button" className="board-carry" ref={setNodeRef} {...attributes} {...listeners}>
        <Icon name="grip" size={14} />
        <span>{dragged.name}</span>
        {children}
      </button>
    </li>
  )
}
