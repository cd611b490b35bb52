import { Button, Dropdown, Popover, Tooltip } from 'antd'
import { type ReactNode, Suspense, useRef, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon, type IconName } from '#kit/ui/Icon.tsx'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import { Bone } from '#kit/ui/Skeletons.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import type { ColumnChooserProps } from './ColumnChooser.tsx'
import type { ColumnPreferences } from './usePreferences.tsx'
import './ColumnChooser.css'

interface Props {
  onHelp: () => void
  list: {
    preferences: ColumnPreferences
    full: boolean
    setFull: (full: boolean) => void
    refresh: () => void
    fetching: boolean
  }
}

/** The icons at the end of a list's toolbar: refresh, density, columns, full screen, keyboard help. */
export function TableTools({ list, onHelp }: Props) {
  const { preferences, full, setFull, refresh, fetching } = list
  return (
    <span className="table-tools">
      <Tool name="refresh" label={t('刷新')} onClick={refresh} turning={fetching} />
      <Dropdown
        trigger={['click']}
        menu={{
          selectedKeys: [preferences.dense ? 'dense' : 'usual'],
          items: [
            { key: 'usual', label: t('宽松') },
            { key: 'dense', label: t('紧凑') },
          ],
          onClick: ({ key }) => preferences.setDense(key === 'dense'),
        }}
      >
        <Tool name="density" label={t('表格密度')} />
      </Dropdown>
      <ColumnSettings preferences={preferences}>
        <Tool name="columns" label={t('列设置')} />
      </ColumnSettings>
      <Tool
        name={full ? 'unfull' : 'full'}
        label={full ? t('退出全屏') : t('全屏')}
        onClick={() => setFull(!full)}
      />
      <Tool name="keyboard" label={t('键盘操作')} onClick={onHelp} />
    </span>
  )
}

interface ToolProps extends React.ComponentProps<typeof Button> {
  name: IconName
  label: string
  turning?: boolean
}

/** An icon button; a popover or menu around it passes its own props to the button. */
function Tool({ name, label, turning, ...rest }: ToolProps): ReactNode {
  return (
    <Tooltip title={label}>
      <Button
        {...rest}
        type="text"
        className={turning ? 'table-tool-turning' : ''}
        icon={<Icon name={name} />}
        aria-label={label}
      />
    </Tooltip>
  )
}

// The code for dragging is larger than the rest of a list, and few users open it.
const ColumnChooser = lazyPart<'ColumnChooser', ColumnChooserProps>(
  () => import('./ColumnChooser.tsx'),
  'ColumnChooser',
)

interface ColumnSettingsProps {
  preferences: ColumnPreferences
  children: ReactNode
}

/** 列设置, opened by the button inside it; the focus moves into it and returns to the button. */
function ColumnSettings({ preferences, children }: ColumnSettingsProps) {
  const [open, setOpen] = useState(false)
  const place = useRef<HTMLSpanElement>(null)
  const inside = useRef<HTMLDivElement>(null)
  const dragging = useRef(false)
  const close = () => {
    setOpen(false)
    place.current?.querySelector('button')?.focus()
  }
  return (
    <span ref={place} onPointerEnter={ColumnChooser.preload}>
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
            <Suspense fallback={<ColumnChooserSkeleton />}>
              <ColumnChooser preferences={preferences} dragging={dragging} />
            </Suspense>
          </div>
        }
      >
        {children}
      </Popover>
    </span>
  )
}

function ColumnChooserSkeleton() {
  return (
    <div className="column-choice-waiting" aria-busy="true">
      {[60, 40, 50, 30, 45].map((width) => (
        <Bone key={width} width={`${width}%`} />
      ))}
    </div>
  )
}
