import { MenuOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Suspense, useState } from 'react'
import { t } from '#kit/text.ts'
import { lazyPart } from '#kit/ui/lazyPart.tsx'
import type { PhoneDrawerProps } from './PhoneDrawer.tsx'

const PhoneDrawer = lazyPart<'PhoneDrawer', PhoneDrawerProps>(
  () => import('./PhoneDrawer.tsx'),
  'PhoneDrawer',
)

/** The button that opens the menu on a phone. */
export function PhoneMenu({ current }: Pick<PhoneDrawerProps, 'current'>) {
  const [open, setOpen] = useState(false)
  const [isNeeded, setNeeded] = useState(false)
  return (
    <>
      <Button
        className="phone-menu"
        type="text"
        icon={<MenuOutlined />}
        aria-label={t('打开菜单')}
        onPointerEnter={PhoneDrawer.preload}
        onFocus={PhoneDrawer.preload}
        onClick={() => {
          setNeeded(true)
          setOpen(true)
        }}
      />
      {isNeeded && (
        <Suspense>
          <PhoneDrawer open={open} onClose={() => setOpen(false)} current={current} />
        </Suspense>
      )}
    </>
  )
}
