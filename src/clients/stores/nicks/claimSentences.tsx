import { formatMinute } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { NickClaim } from './contract.ts'

/** Claimant, first day and holder as a sentence. */
export function claimSentence({
  status,
  staffName: name,
  holderName,
  fromOn: day,
  isDirect,
}: NickClaim): string {
  const holder = holderName ?? ''
  if (isDirect) return t('对应到{name}，从 {day} 起。', { name, day })
  if (!holderName) return t('{name}认领，从 {day} 起。', { name, day })
  return status === 'confirmed' || status === 'undone'
    ? t('{name}认领，从 {day} 起；原来是{holder}的。', { name, day, holder })
    : t('{name}认领，从 {day} 起；现在是{holder}的。', { name, day, holder })
}

/** The decision with time and author as a sentence; empty while the claim is pending. */
export function decisionSentence(claim: NickClaim): string {
  const { status, reason } = claim
  const at = formatMinute(claim.undoneAt ?? claim.decidedAt)
  const by = claim.undoneByName ?? claim.decidedByName ?? ''
  if (status === 'pending') return ''
  if (status === 'confirmed') return t('{by}于 {at} 确认。', { by, at })
  if (status === 'undone') return t('{by}于 {at} 撤销。', { by, at })
  if (status === 'withdrawn') return t('{by}于 {at} 撤回。', { by, at })
  return reason
    ? t('{by}于 {at} 没有同意：{reason}', { by, at, reason })
    : t('{by}于 {at} 没有同意。', { by, at })
}
