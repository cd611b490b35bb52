import { Button } from 'antd'
import { useState } from 'react'
import { formatInstant } from '#kit/format.ts'
import { useCall } from '#kit/query.tsx'
import { t } from '#kit/text.ts'
import { FormModal } from '#kit/ui/FormModal.tsx'
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
  const [isAsking, setAsking] = useState(false)
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
        <Button danger aria-label={t('让{name}下线', { name })} onClick={() => setAsking(true)}>
          {t('下线')}
        </Button>
      )}
      <FormModal
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('让{name}下线', { name })}
        endpoint={devices.revoke}
        fixed={{ id: device.id }}
        fields={[{ key: 'password', kind: 'password', hint: t('先确认是您本人。再用时需要重新登录。') }]}
        doneText={t('这台设备已下线')}
        submitText={t('下线')}
      />
    </li>
  )
}

function RevokeOthers() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('其他设备全部下线')}</Button>
      <FormModal
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('其他设备全部下线')}
        endpoint={devices.revokeOthers}
        fields={[{ key: 'password', kind: 'password', hint: t('先确认是您本人。只保留您现在用的这台。') }]}
        doneText={t('其他设备已全部下线')}
        submitText={t('下线')}
      />
    </>
  )
}

/** The device's name, from the browser and system detected at sign-in. */
function nameOf({ browser, system }: Device): string {
  if (browser && system) return t('{system} 上的 {browser}', { system, browser })
  return browser ?? system ?? t('未知设备')
}
