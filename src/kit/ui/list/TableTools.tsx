import { Button, Dropdown, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { t } from '#kit/text.ts'
import type { IconName } from '#kit/ui/Icon.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ColumnSettings } from './ColumnSettings.tsx'
import type { ColumnPreferences } from './usePreferences.tsx'

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
