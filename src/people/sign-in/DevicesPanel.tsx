import { App, Button, Popconfirm } from 'antd'
import { formatInstant } from '#kit/format.ts'
import { useAction, useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { Loaded } from '#kit/ui/Loaded.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { TextSkeleton } from '#kit/ui/Skeletons.tsx'
import { StatusTag } from '#kit/ui/StatusTag.tsx'
import { type Device, devices } from './contract.ts'
import './DevicesPanel.css'

/** The devices on which the user is signed in. The user can end each session from here. */
export function DevicesPanel() {
  const call = useCall(devices.list, {}, { messagePlace: 'inPage' })
  const others = call.data?.some(({ current }) => !current) ?? false
  return (
    <Panel
      title={t('登录设备')}
      hint={t('最多同时在 5 台设备上登录')}
      actions={others && <RevokeOthers />}
      className="devices"
    >
      <Loaded call={call} skeleton={<TextSkeleton rows={3} />}>
        {(data) => (
          <ul aria-label={t('登录设备')}>
            {data.map((device) => (
              <DeviceRow key={device.id} device={device} />
            ))}
          </ul>
        )}
      </Loaded>
    </Panel>
  )
}

function DeviceRow({ device }: { device: Device }) {
  const { message } = App.useApp()
  const revoke = useAction(devices.revoke, { onSuccess: () => void message.success(t('这台设备已下线')) })
  const name = nameOf(device)
  return (
    <li>
      <div>
        <p>
          {name}
          {device.current && <StatusTag tone="green" label={t('当前设备')} />}
        </p>
        <p className="devices-facts">
          {device.ip && <span>{t('地址 {ip}', { ip: device.ip })}</span>}
          <span>{t('登录于 {at}', { at: formatInstant(device.createdAt) })}</span>
          {!device.current && <span>{t('最近使用 {at}', { at: formatInstant(device.seenAt) })}</span>}
          {device.autoLogin && <span>{t('30 天内自动登录')}</span>}
        </p>
      </div>
      {!device.current && (
        <Popconfirm
          title={t('让这台设备下线？')}
          description={t('再用时需要重新登录。')}
          onConfirm={() => revoke.mutateAsync({ id: device.id })}
        >
          <Button danger aria-label={t('让{name}下线', { name })}>
            {t('下线')}
          </Button>
        </Popconfirm>
      )}
    </li>
  )
}

function RevokeOthers() {
  const { message } = App.useApp()
  const revoke = useAction(devices.revokeOthers, {
    onSuccess: ({ count }) => void message.success(t('已让其他 {count} 台设备下线', { count })),
  })
  return (
    <Popconfirm
      title={t('让其他设备全部下线？')}
      description={t('只保留您现在用的这台。')}
      onConfirm={() => revoke.mutateAsync({})}
    >
      <Button>{t('其他设备全部下线')}</Button>
    </Popconfirm>
  )
}

/** The device's name, from the browser and system detected at sign-in. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return t('{system} 上的 {browser}', { system, browser })
  return browser ?? system ?? t('未知设备')
}
