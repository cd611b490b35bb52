import { Button } from 'antd'
import { t } from '#kit/text.ts'
import type { ImportGroup } from '#operations/imports/contract.ts'
import { Note } from './Note.tsx'

interface Props {
  group: ImportGroup
  /** The figures have been written: the note is hidden. */
  written: boolean
  /** The file contains other stores and days, to which the choice applies too. */
  several: boolean
  wholeStore: boolean
  onWholeStore: ((wholeStore: boolean) => void) | undefined
}

/** What a commit does to the existing figures: it replaces by nick and never adds. */
export function ReplaceNote({ group, written, several, wholeStore, onWholeStore }: Props) {
  if (written) return null
  const { replaces } = group
  const day = group.on?.slice(5) ?? ''
  if (replaces.standing === 0) {
    return (
      <Note>
        {t('这家店 {day} 还没有客服数据，', { day })}
        <b>{t('本次新增 {n} 个', { n: replaces.inserted })}</b>
        {t('。')}
        {storeSentence(replaces)}
      </Note>
    )
  }
  return (
    <Note tone={wholeStore && replaces.keptTotal > 0 ? 'orange' : 'blue'}>
      {t('这家店 {day} 已有 {n} 个昵称的数据，本次', { day, n: replaces.standing })}
      <b>{changesOf(replaces)}</b>
      {t('，不会累加。')}
      {replaces.keptTotal > 0 && (
        <>
          {wholeStore
            ? t('整店替换：{nicks}不在文件里，原有数据将删去。', { nicks: nicksOf(replaces) })
            : t('原有的{nicks}不在文件里，保留。', { nicks: nicksOf(replaces) })}
          {several && wholeStore && t('这个文件的其他店铺和日期也一样。')}
          {onWholeStore && (
            <Button type="link" size="small" onClick={() => onWholeStore(!wholeStore)}>
              {wholeStore ? t('改为保留') : t('改为整店替换')}
            </Button>
          )}
        </>
      )}
      {storeSentence(replaces)}
    </Note>
  )
}

function changesOf({ replaced, inserted, unchanged }: ImportGroup['replaces']): string {
  if (unchanged > 0 && replaced + inserted === 0) return t('与原来完全相同')
  const parts = [
    replaced > 0 && t('替换 {n} 个', { n: replaced }),
    inserted > 0 && t('新增 {n} 个', { n: inserted }),
    unchanged > 0 && t('{n} 个不变', { n: unchanged }),
  ].filter(Boolean)
  return parts.join(t('、')) || t('没有客服的数据')
}

function nicksOf({ kept: nicks, keptTotal: total }: ImportGroup['replaces']): string {
  const named = nicks
    .slice(0, 3)
    .map((nick) => `“${nick}”`)
    .join(t('、'))
  return total > 3 ? t('{named}等 {n} 个', { named, n: total }) : named
}

/** Describes exceptions only: normally, a store without a row of its own gets the sum of its agents. */
function storeSentence({ store }: ImportGroup['replaces']): string {
  if (store === 'imported') return t('店铺当天的数取自文件里的店铺行。')
  if (store === 'kept') return t('店铺当天的数已有平台给出的，保留。')
  return ''
}
