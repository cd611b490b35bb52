import { formatCount } from '#kit/format.ts'
import { t } from '#kit/text.ts'
import type { Candidate } from '#operations/duty/contract.ts'

/** What speaks for and against a person who could stand in on `days` days: 这班已有 3 家店，约 380 人，替过这家店 2 次. */
export function candidateReason(candidate: Candidate, days: number): string {
  return [...costs(candidate, days), ...load(candidate, days), ...experience(candidate)].join(t('，'))
}

function costs({ awayDays, otherDays, restDays }: Candidate, days: number): string[] {
  if (days === 1) {
    return [...(restDays > 0 ? [t('当天休息')] : []), ...(otherDays > 0 ? [t('当天还有别的班')] : [])]
  }
  return [
    ...(awayDays > 0 ? [t('{n} 天不在', { n: awayDays })] : []),
    ...(restDays > 0 ? [t('{n} 天休息', { n: restDays })] : []),
    ...(otherDays > 0 ? [t('{n} 天还有别的班', { n: otherDays })] : []),
  ]
}

function load({ busyDays, stores, dailyVolume, restDays, otherDays }: Candidate, days: number): string[] {
  if (stores > 0) {
    const words = days === 1 ? t('这班已有 {n} 家店', { n: stores }) : t('这班最多 {n} 家店', { n: stores })
    return dailyVolume === null ? [words] : [words, t('约 {n} 人', { n: formatCount(dailyVolume) })]
  }
  if (busyDays > 0) return [t('这班在岗，还没有店')]
  return restDays + otherDays > 0 ? [] : [t('这班没有别的店')]
}

function experience({ stoodIn, knowsStore }: Candidate): string[] {
  if (stoodIn > 0) return [t('替过这家店 {n} 次', { n: stoodIn })]
  return knowsStore ? [t('负责过这家店')] : []
}
