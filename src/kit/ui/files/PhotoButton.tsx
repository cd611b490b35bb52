import { Button } from 'antd'
import { useRef } from 'react'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'

interface Props {
  /** For a label of its own, if it has one. */
  id?: string | undefined
  label: string
  onFiles: (files: readonly File[]) => void
  large?: boolean
  /** In a row with others: looks like a link. */
  quiet?: boolean
}

// Listed one by one: a phone then converts its own format to JPEG.
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
        // antd's forms display elements that are only `hidden`.
        style={{ display: 'none' }}
        aria-label={id ? undefined : t('{label}：文件', { label })}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])]
          // Allows the same file to be chosen again.
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
