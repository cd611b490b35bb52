import { Button } from 'antd'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { TouchSize } from '#kit/ui/TouchSize.tsx'
import { usePhone } from '#kit/ui/usePhone.tsx'
import './FileDrop.css'

const FILE_EXTENSIONS = '.xlsx,.xls,.csv,.txt'

/** A place for the platforms' files: dropped on it, or chosen in the system's file dialog. */
export function FileDrop({ onFiles, primary }: { onFiles: (files: File[]) => void; primary?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const phone = usePhone()
  const { isOver, handlers } = useDrop(onFiles)
  useNoNavigation()
  const choose = () => input.current?.click()
  return (
    <div className={isOver ? 'file-drop file-drop-over' : 'file-drop'} {...handlers}>
      <Icon name="upload" size={20} />
      <p className="file-drop-text">
        {phone ? t('选择昨天从平台导出的客服数据文件') : t('把昨天从平台导出的客服数据文件拖到这里')}
      </p>
      <p className="file-drop-hint">
        {t('xlsx、xls、csv，可一次多个；认得淘宝、天猫、赤兔、京东、拼多多、抖音飞鸽、快手的表头')}
      </p>
      <TouchSize>
        <Button type={primary ? 'primary' : 'default'} icon={<Icon name="file" />} onClick={choose}>
          {t('选择文件')}
        </Button>
      </TouchSize>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={FILE_EXTENSIONS}
        aria-label={t('选择平台导出的文件')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Allows the same file to be chosen again.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </div>
  )
}

/** Whether files are over the place, and its handlers. Folders are left out, since a browser gives no files for them. */
function useDrop(onFiles: (files: File[]) => void) {
  const [isOver, setOver] = useState(false)
  const accepts = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')
  return {
    isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!accepts(event)) return
        event.preventDefault()
        setOver(true)
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: DragEvent) => {
        if (!accepts(event)) return
        event.preventDefault()
        setOver(false)
        const items = [...event.dataTransfer.items].filter(({ kind }) => kind === 'file')
        const files = items.filter((item) => !item.webkitGetAsEntry()?.isDirectory)
        const found = files.flatMap((item) => item.getAsFile() ?? [])
        if (found.length > 0) onFiles(found)
      },
    },
  }
}

/** A file dropped beside the place would otherwise replace the page. */
function useNoNavigation(): void {
  useEffect(() => {
    const stay = (event: globalThis.DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', stay)
    window.addEventListener('drop', stay)
    return () => {
      window.removeEventListener('dragover', stay)
      window.removeEventListener('drop', stay)
    }
  }, [])
}
