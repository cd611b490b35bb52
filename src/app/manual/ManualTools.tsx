import { App, Button, Dropdown, type MenuProps } from 'antd'
import { useState } from 'react'
import { HOME } from '#app/routes.ts'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { belowEnd } from '#kit/ui/side.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { chaptersFor, mayRead, screenOf } from './contents.ts'
import { CONTENTS, HELP } from './helpAddress.ts'
import type { HelpPlace } from './helpPlace.ts'
import type { ManualKey } from './keys.ts'
import { ManualPaper } from './ManualPaper.tsx'

/** The manual's buttons: copy a link to the open place; print the open page or all of them. */
export function ManualTools({ place }: { place: HelpPlace }) {
  const user = useUser()
  const { message } = App.useApp()
  const [printed, setPrinted] = useState<readonly ManualKey[]>()
  const page = place.key && mayRead(user, place.key) ? place.key : undefined
  const copy = () => {
    const address = new URL(page ? screenOf(user, page) : HOME, location.origin)
    address.searchParams.set(HELP, page ? nameOf(page, place.task) : CONTENTS)
    return navigator.clipboard.writeText(address.href).then(
      () => message.success(t('链接已复制，可以发给同事')),
      () => message.warning(t('浏览器不允许复制。手册打开时，地址栏里的地址就是链接。')),
    )
  }
  const items: NonNullable<MenuProps['items']> = [
    ...(page ? [{ key: 'page', label: t('打印本页'), onClick: () => setPrinted([page]) }] : []),
    {
      key: 'all',
      label: t('打印整本手册'),
      onClick: () => setPrinted(chaptersFor(user).flatMap(({ keys }) => keys)),
    },
  ]
  return (
    <div className="manual-tools">
      <Button type="text" icon={<Icon name="copy" />} onClick={copy}>
        <span className="manual-tool-word">{t('复制链接')}</span>
      </Button>
      <Dropdown menu={{ items }} trigger={['click']} placement={belowEnd()}>
        <Button type="text" icon={<Icon name="print" />} loading={printed !== undefined}>
          <span className="manual-tool-word">{t('打印')}</span>
        </Button>
      </Dropdown>
      {printed && <ManualPaper pages={printed} onDone={() => setPrinted(undefined)} />}
    </div>
  )
}

function nameOf(page: ManualKey, task: number | undefined): string {
  return task === undefined ? page : `${page}.${task}`
}
