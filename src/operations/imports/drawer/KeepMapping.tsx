import { Checkbox, Select } from 'antd'
import { can } from '#access/can.ts'
import { t } from '#kit/text.ts'
import { useUser } from '#kit/ui/user.tsx'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import { filePlatforms, platformLabels } from '#operations/imports/reader/fields.ts'

interface Props {
  keep: boolean
  onKeep: (keep: boolean) => void
  platform: FilePlatform | undefined
  onPlatform: (platform: FilePlatform) => void
  /** The file's platform, if it was recognised. */
  recognised: FilePlatform | undefined
}

/** 以后都这样: saves the mapping as aliases of the company; for admins only. */
export function KeepMapping({ keep, onKeep, platform, onPlatform, recognised }: Props) {
  if (!can(useUser(), 'canAdmin')) return null
  return (
    <div className="import-keep">
      <Checkbox checked={keep} onChange={({ target }) => onKeep(target.checked)}>
        {recognised
          ? t('以后都这样：本公司所有{platform}文件都按此读取', { platform: t(platformLabels[recognised]) })
          : t('以后都这样：本公司这个平台的文件都按此读取')}
      </Checkbox>
      {keep && !recognised && (
        <Select
          value={platform ?? null}
          placeholder={t('选择平台')}
          aria-label={t('平台')}
          options={filePlatforms.map((value) => ({ value, label: t(platformLabels[value]) }))}
          onChange={(value) => value && onPlatform(value)}
        />
      )}
    </div>
  )
}
