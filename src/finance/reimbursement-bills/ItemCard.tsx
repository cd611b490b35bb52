import { Button } from 'antd'
import { t } from '#kit/text.ts'
import { FileList } from '#kit/ui/files/FileList.tsx'
import { PhotoButton } from '#kit/ui/files/PhotoButton.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { lateExpenseDays } from '#people/books/rules.ts'
import { ItemHints } from './ClaimItems.tsx'
import { attachments } from './contractAttachments.ts'
import type { DraftItem } from './draftItems.ts'
import { ItemFields } from './ItemFields.tsx'

interface Props {
  item: DraftItem
  /** Index of the item, used in the paths of server errors. */
  at: number
  claimId: number
  /** Month in which the claim is booked. */
  month: string
  problems: Readonly<Record<string, string>>
  onChange: (changes: Partial<DraftItem>) => void
  onRemove: () => void
  onFiles: (files: readonly File[]) => void
  onRemoveFile: (id: string) => void
}

/** Card of an item: photos first, then its fields. */
export function ItemCard(props: Props) {
  const { item, at, claimId, month, onRemove, onFiles, onRemoveFile } = props
  return (
    <section className="panel claim-card" aria-label={t('第 {n} 笔', { n: at + 1 })}>
      <div className="claim-card-head">
        <strong>{t('第 {n} 笔', { n: at + 1 })}</strong>
        <Button
          type="text"
          icon={<Icon name="trash" />}
          onClick={onRemove}
          aria-label={t('删除第 {n} 笔', { n: at + 1 })}
        />
      </div>
      <div className="claim-card-photos">
        <FileList
          endpoint={attachments.get}
          files={item.files}
          renderAction={(file) => (
            <Button type="link" size="small" onClick={() => onRemoveFile(file.id)}>
              {t('删除')}
            </Button>
          )}
        />
        <PhotoButton label={item.files.length > 0 ? t('再加一张') : t('拍照或选文件')} onFiles={onFiles} />
      </div>
      <ItemHints item={{ duplicates: item.duplicates, hints: hintsOf(item, month) }} claimId={claimId} />
      <ItemFields {...props} />
    </section>
  )
}

/** Hints that need no server data. */
function hintsOf({ onDay }: DraftItem, month: string) {
  const days = lateExpenseDays(onDay, month)
  return days > 0 ? [{ kind: 'late' as const, days }] : []
}
