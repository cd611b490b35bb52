import { App, Button, Dropdown } from 'antd'
import { t } from '#kit/text.ts'
import { Icon } from '#kit/ui/Icon.tsx'
import { saveSheets } from '#kit/ui/saveSheets.tsx'
import type { FilePlatform } from '#operations/imports/reader/fields.ts'
import { fieldLabels, filePlatforms, platformLabels } from '#operations/imports/reader/fields.ts'
import { builtInHeaders } from '#operations/imports/rules.ts'

/** 下载模板: an empty sheet with the headers of a platform's own export, which the import reads as the platform's file. */
export function TemplateMenu() {
  const { message } = App.useApp()
  const save = (platform: FilePlatform) => {
    const columns = headersOf(platform).map((title) => ({ title, type: 'text' as const }))
    const name = t('导入模板_{platform}', { platform: platformLabels[platform].replace('/', '') })
    saveSheets(`${name}.xlsx`, [{ name: t('数据'), columns, rows: [] }]).catch(() =>
      message.error(t('模板没有下载成功，请稍后重试。')),
    )
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: filePlatforms.map((platform) => ({
          key: platform,
          label: t(platformLabels[platform]),
          onClick: () => save(platform),
        })),
      }}
    >
      <Button type="link" icon={<Icon name="download" />}>
        {t('下载模板')}
      </Button>
    </Dropdown>
  )
}

/** Returns day and store, then the first known header of each field. */
function headersOf(platform: FilePlatform): string[] {
  const platformAliases = builtInHeaders.filter((alias) => alias.platform === platform)
  const first = new Map(platformAliases.toReversed().map(({ field, header }) => [field, header]))
  const order = Object.keys(fieldLabels)
  const ordered = [...first].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other))
  return ['日期', '店铺名称', ...ordered.map(([, header]) => header)]
}
