import { Button } from 'antd'
import { useRef } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

interface Props {
  /** By which its own label knows it, where it has one. */
  id?: string | undefined
  label: string
  onFiles: (files: readonly File[]) => void
  large?: boolean
  /** In a row among others: no more than a link. */
  quiet?: boolean
}

// Named one by one: a phone then turns its own format into a jpg.
const KINDS = 'image/jpeg,image/png,application/pdf'

/** Takes a photo or chooses files: on a phone the camera is one of the choices. */
export function PhotoButton({ id, label, onFiles, large, quiet }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        id={id}
        type="file"
        accept={KINDS}
        multiple
        // A form of antd shows what is only `hidden`.
        style={{ display: 'none' }}
        aria-label={id ? undefined : t('{label}：文件', { label })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // The same file can be chosen again.
          event.target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
      <Button
        type={quiet ? 'link' : 'default'}
        size={large ? 'large' : quiet ? 'small' : 'medium'}
        icon={<Icon name="plus" />}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
    </>
  )
}
