import { Link } from 'react-router'
import { monthOf } from '#kit/calendar.ts'
import { formatMoney, joinFacts } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import { EmptyState } from '#kit/ui/EmptyState.tsx'
import { FileList } from '#kit/ui/files/FileList.tsx'
import { Icon } from '#kit/ui/Icon.tsx'
import { Panel } from '#kit/ui/Panel.tsx'
import { claimPath } from './claimColumns.tsx'
import type { ClaimPage } from './contract.ts'
import { attachments } from './contractAttachments.ts'
import type { Item } from './contractItems.ts'
import { categoryNames, targetNames } from './rules.ts'

/** Items of a claim with their files, and hints for the reviewer. */
export function ClaimItems({ page }: { page: ClaimPage }) {
  const { items, attachments: others } = page
  return (
    <>
      <Panel title={t('明细')} flush>
        {items.length === 0 && <EmptyState compact text={t('还没有明细')} />}
        <ul className="claim-items">
          {items.map((item) => (
            <ItemRow key={item.id} item={item} claim={page} />
          ))}
        </ul>
      </Panel>
      {others.length > 0 && (
        <Panel title={t('其他附件')} hint={t('没有对应到某一笔明细')}>
          <FileList endpoint={attachments.get} files={others} />
        </Panel>
      )}
    </>
  )
}

function ItemRow({ item, claim }: { item: Item; claim: ClaimPage }) {
  const { category, onDay, amountCents, approvedCents, target, targetName, invoiceNo, what } = item
  const less = approvedCents !== null && approvedCents < amountCents
  const late = monthOf(onDay) < claim.month && t('计入 {month}', { month: claim.month })
  const whose = [t(targetNames[target]), targetName].filter(Boolean).join(' ')
  return (
    <li>
      <div className="claim-item-head">
        <strong>{t(categoryNames[category])}</strong>
        <span className="claim-item-day">{onDay}</span>
        <span className="claim-item-money">
          {less && <del>{formatMoney(amountCents)}</del>} {formatMoney(approvedCents ?? amountCents)}
        </span>
      </div>
      <p className="claim-quiet">
        {joinFacts([what, whose, invoiceNo && t('发票 {no}', { no: invoiceNo }), late])}
      </p>
      <ItemHints item={item} claimId={claim.id} />
      <FileList endpoint={attachments.get} files={item.attachments} />
    </li>
  )
}

const DUPLICATES = {
  invoice: '发票号相同',
  file: '附件相同',
  same: '类别、日期和金额相同',
} as const

/** Warns of possible duplicates, split expenses and large amounts; links other claims if the user may open them. */
export function ItemHints({ item, claimId }: { item: Pick<Item, 'duplicates' | 'hints'>; claimId: number }) {
  const { duplicates, hints } = item
  if (duplicates.length + hints.length === 0) return null
  return (
    <ul className="claim-hints">
      {duplicates.map(({ kind, claimId: otherId, code }) => (
        <li key={`${kind} ${otherId}`}>
          <Icon name="warn" size={14} />
          {t(DUPLICATES[kind])}：{otherId === claimId && t('本单另一笔')}
          {otherId !== null && otherId !== claimId && <Link to={`${claimPath}/${otherId}`}>{code}</Link>}
          {otherId === null && t('别人的一张报销单')}
        </li>
      ))}
      {hints.map((hint) => (
        <li key={hint.kind}>
          <Icon name="warn" size={14} />
          {hintText(hint)}
        </li>
      ))}
    </ul>
  )
}

function hintText(hint: Item['hints'][number]): string {
  if (hint.kind === 'late') return t('发生在归属月份之前 {n} 天，请核对', { n: hint.days })
  const money = formatMoney(hint.cents)
  return hint.kind === 'limit'
    ? t('单笔达到 {money}，请核对', { money })
    : t('同类费用 7 天内合计 {money}，可能拆成了几张', { money })
}
