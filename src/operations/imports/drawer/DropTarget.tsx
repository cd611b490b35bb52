import { App } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

interface Props {
  disabled: boolean
  onFiles: (files: readonly File[]) => void
}

/**
 * Accepts files dropped anywhere in the window while the drawer is open; otherwise the browser would open a file
 * dropped outside the drawer. Shows a drop target while files are dragged over the window.
 */
export function DropTarget({ disabled, onFiles }: Props) {
  const { message } = App.useApp()
  const over = useFileDrop((data) => {
    const items = [...data.items].filter(({ kind }) => kind === 'file')
    const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory)
    if (files.length < items.length) message.warning(t('文件夹不能直接导入，请打开后拖入里面的文件。'))
    if (!disabled) onFiles(files.flatMap((item) => item.getAsFile() ?? []))
  })
  if (!over || disabled) return null
  return (
    <div className="import-drop-veil" aria-hidden="true">
      <Icon name="upload" size={20} />
      {t('松开鼠标，加入这些文件')}
    </div>
  )
}

/** Returns whether files are dragged over the window; calls `onDrop` when they are dropped. */
function useFileDrop(onDrop: (data: DataTransfer) => void): boolean {
  const [over, setOver] = useState(false)
  const handle = useEffectEvent((event: DragEvent) => {
    const data = event.dataTransfer
    if (!data?.types.includes('Files')) return
    event.preventDefault()
    setOver(event.type === 'dragover')
    if (event.type === 'drop') onDrop(data)
  })
  useEffect(() => {
    const onDrag = (event: DragEvent) => handle(event)
    const leave = ({ relatedTarget }: DragEvent) => relatedTarget === null && setOver(false)
    window.addEventListener('dragover', onDrag)
    window.addEventListener('drop', onDrag)
    window.addEventListener('dragleave', leave)
    return () => {
      window.removeEventListener('dragover', onDrag)
      window.removeEventListener('drop', onDrag)
      window.removeEventListener('dragleave', leave)
    }
  }, [])
  return over
}
