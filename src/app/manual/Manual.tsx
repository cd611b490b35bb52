import { lazyWindow } from '#kit/ui/lazyWindow.tsx'
import type { ManualDrawerProps } from './ManualDrawer.tsx'
import { useHelp } from './useHelp.tsx'

const ManualDrawer = lazyWindow<'ManualDrawer', ManualDrawerProps>(
  () => import('./ManualDrawer.tsx'),
  'ManualDrawer',
  ({ name }) => name !== undefined,
)

/** The manual over the present screen, while the address names a place in it. */
export function Manual() {
  const { name, close } = useHelp()
  return <ManualDrawer name={name} onClose={close} />
}
