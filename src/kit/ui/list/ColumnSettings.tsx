import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { Suspense, useRef, useState } from 'react'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { Bone } from '#kit/ui/Skeletons.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import type { ColumnListProps } from './ColumnList.tsx'
import type { ColumnPreferences } from './usePreferences.tsx'
import './ColumnList.css'

// The code for dragging is larger than the rest of a list, and few users open it.
const ColumnList = lazyPart<'ColumnList', ColumnListProps>(() => import('./ColumnList.tsx'), 'ColumnList')

interface Props {
  preferences: ColumnPreferences
  children: ReactNode
}

/** 列设置, opened by the button inside it; the focus moves into it and returns to the button. */
export function ColumnSettings({ preferences, children }: Props) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={place} onPointerEnter={ColumnList.preload}>
      <Popover
        trigger="click"
        placement={belowEnd()}
        open={open}
        onOpenChange={setOpen}
        afterOpenChange={(shown) => shown && inside.current?.focus()}
        destroyOnHidden
        content={
          <div
            ref={inside}
            tabIndex={-1}
            role="toolbar"
            aria-label={t('列设置')}
            className="column-settings"
            onKeyDown={(event) => {
              // While a column is carried, Esc puts it back and does not close the settings.
              if (event.key !== 'Escape' || dragging.current) return
              event.preventDefault()
              close()
            }}
          >
            <Suspense fallback={<ColumnListSkeleton />}>
              <ColumnList preferences={preferences} dragging={dragging} />
            </Suspense>
          </div>
        }
      >
        {children}
      </Popover>
    </span>
  )
}

function ColumnListSkeleton() {
  return (
    <div className="column-choice-waiting" aria-busy="true">
      {[60, 40, 50, 30, 45].map((width) => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
