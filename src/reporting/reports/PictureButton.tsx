import { Button, Tooltip } from 'antd'
import { useRef } from 'react'
import { fileStamp, formatInstant } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { useExportLog } from '#kit/ui/exportLog.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { ignoreShownErrors } from '#kit/ui/ignoreShownErrors.tsx'
import { useUser } from '#kit/ui/user.tsx'
import { usePeriod } from './reportDays.tsx'

interface Props {
  /** The title of the report. */
  module: string
  /** The selector of the ancestor element that the picture shows. */
  of: string
}

/** Saves an element of the screen, with its figures and chart, as a PNG. Like every export, it is logged first. */
export function PictureButton({ module, of }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const log = useExportLog()
  const person = useUser().name
  const { from, to } = usePeriod()
  const save = async () => {
    const part = button.current?.closest(of)
    if (!part) return
    const now = new Date()
    const days = t('日期：{from} 至 {to}', { from, to })
    try {
      await log({ list: 'report.picture', module, filters: [days], columns: [t('图片')], rows: 1 })
      const { savePicture } = await import('#kit/ui/picture/savePicture.tsx')
      const note = [module, days, person, formatInstant(now.toISOString())].join(' · ')
      await savePicture(part, `${module}_${fileStamp(now)}.png`, note)
    } catch (error) {
      ignoreShownErrors(error)
    }
  }
  return (
    <Tooltip title={t('存为图片')}>
      <Button
        ref={button}
        type="text"
        icon={<Icon name="download" />}
        aria-label={t('存为图片')}
        onClick={() => void save()}
      />
    </Tooltip>
  )
}
