import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { Button, Checkbox, Tooltip } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import type { Pin } from './arrange.ts'
import type { ColumnHead, ColumnPreferences } from './usePreferences.tsx'

interface ItemProps {
  column: ColumnHead
  preferences: ColumnPreferences
}

/** One column: drag handle, visibility, and pinning. */
export function ColumnItem({ column, preferences }: ItemProps) {
  const { key, title } = column
  const fixed = column.pinned === true
  const place = useSortable({ id: key, disabled: fixed })
  const { transform, transition, isDragging } = place
  const pin = preferences.pinOf(column)
  return (
    <li
      ref={place.setNodeRef}
      className={`column-item column-item-${pin}${isDragging ? ' column-item-carried' : ''}`}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {fixed ? <Locked /> : <Handle place={place} name={title} />}
      <Checkbox
        checked={preferences.isShown(column)}
        disabled={fixed}
        onChange={(event) => preferences.show(column, event.target.checked)}
      >
        {title}
      </Checkbox>
      {!fixed && <Pins column={column} preferences={preferences} />}
    </li>
  )
}

function Locked() {
  return (
    <span className="column-handle">
      <Icon name="lock" size={14} />
    </span>
  )
}

function Handle({ place, name }: { place: ReturnType<typeof useSortable>; name: string }) {
  return (
    <button
      type="button"
      className="column-handle"
      {...place.attributes}
      {...place.listeners}
      ref={place.setActivatorNodeRef}
      aria-label={t('移动{name}', { name })}
    >
      <Icon name="grip" size={14} />
    </button>
  )
}

function Pins({ column, preferences }: ItemProps) {
  const pin = preferences.pinOf(column)
  const sides = [
    ['start', t('固定在左侧')],
    ['end', t('固定在右侧')],
  ] as const satisfies [Pin, string][]
  return (
    <span className="column-pins">
      {sides.map(([side, label]) => (
        <Tooltip key={side} title={pin === side ? t('取消固定') : label}>
          <Button
            type="text"
            size="small"
            className={pin === side ? 'column-pin-on' : ''}
            aria-label={t('{name}{act}', { name: column.title, act: label })}
            aria-pressed={pin === side}
            icon={<Icon name={side === 'start' ? 'pinStart' : 'pinEnd'} size={14} />}
            onClick={() => preferences.pin(column, pin === side ? 'none' : side)}
          />
        </Tooltip>
      ))}
    </span>
  )
}
