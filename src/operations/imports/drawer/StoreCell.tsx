import { Platform } from '#clients/stores/contract.ts'
import { StorePicker } from '#clients/stores/ui/StorePicker.tsx'
import { t } from '#kit/text.ts'
import { fitsPlatform } from '#operations/imports/rules.ts'
import type { Choice, FileEntry } from './rules.ts'
import { needsStore } from './rules.ts'

interface Props {
  entry: FileEntry
  onChoose: (choice: Choice) => void
}

/** The store of a file, or a field to choose it; a choice uploads the file again. */
export function StoreCell({ entry, onChoose }: Props) {
  const { preview, choice, file, phase } = entry
  const mapped = phase === 'failed' && choice.mapping !== undefined && choice.storeId === undefined
  const isNeeded = phase === 'read' ? preview !== undefined && needsStore(preview) : mapped
  const offered = choice.storeId !== undefined || (phase === 'failed' && hasHeaders(entry))
  if (!file || !(isNeeded || offered)) return <StoreName entry={entry} />
  const platform = preview && Platform.options.filter((one) => fitsPlatform(preview.platform, one))
  return (
    <span className={isNeeded ? 'import-field import-field-need' : 'import-field'}>
      <StorePicker
        platform={platform}
        value={choice.storeId ?? null}
        name={preview?.storeName ?? null}
        placeholder={t('选择店铺')}
        aria-label={t('{name} 的店铺', { name: entry.name })}
        onChange={(storeId) => onChoose({ storeId })}
      />
    </span>
  )
}

/** If the headers do not determine the platform, the platform of the chosen store may. */
function hasHeaders({ failure }: FileEntry): boolean {
  return (failure?.headers.length ?? 0) > 0
}

function StoreName({ entry: { preview } }: { entry: FileEntry }) {
  const names = [...new Set(preview?.groups.map(({ storeName }) => storeName) ?? [])]
  const [first] = names
  if (names.length > 1) return <>{t('{n} 家店铺', { n: names.length })}</>
  return <span title={first ?? undefined}>{first ?? '-'}</span>
}
