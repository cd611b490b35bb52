import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { endSide } from '#kit/ui/side.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'

interface Props {
  title: string
  onClose: () => void
  children: ReactNode
}

/** The drawer in which a sheet is imported: choose the file, check it, write it. */
export function SheetDrawer({ title, onClose, children }: Props) {
  return (
    <TouchSize>
      <Drawer
        open
        onClose={onClose}
        placement={endSide()}
        size={640}
        styles={{ wrapper: { maxWidth: '100vw' } }}
        title={title}
      >
        {children}
      </Drawer>
    </TouchSize>
  )
}
