import { dayFigureName, joinWords, t } from '#kit/text.ts'
import type { Figure } from './contract.ts'
import { metricNames } from './rules.ts'

/** What a report counts: stores and their consultations, or agents and their handled users. */
export type Subject = 'stores' | 'agents'

const PERIOD_FIGURES: ReadonlySet<Figure['key']> = new Set([
  'period',
  'perStoreDay',
  'coverage',
  'periodRate',
])

/** Whether a figure covers the whole period, not only the last day. */
export function isOfPeriod({ key }: Figure): boolean {
  return PERIOD_FIGURES.has(key)
}

/** The name of a figure; `word` names its last day: 昨日. */
export function figureName({ key, metric }: Figure, word: string, subject: Subject = 'stores'): string {
  const rate = metric ? t(metricNames[metric]) : ''
  const ofAgents = subject === 'agents'
  const names: Record<Figure['key'], string> = {
    lastDay: dayFigureName(word, ofAgents ? t('接待人数') : t('咨询量')),
    period: ofAgents ? t('期间接待人数') : t('期间咨询量'),
    perStoreDay: ofAgents ? t('人均日接待') : t('每店日均'),
    coverage: ofAgents ? t('有数据的人天') : t('上报率'),
    rate: dayFigureName(word, rate),
    periodRate: joinWords(t('期间'), rate),
    firstResponse: dayFigureName(word, t('平均首响')),
    averageResponse: dayFigureName(word, t('平均响应')),
  }
  return names[key]
}

/** The label of a figure's comparison. */
export function compareLabel(figure: Figure): string {
  const ofPeriod = isOfPeriod(figure)
  switch (figure.comparison.with) {
    case 'prevDay':
      return t('较前一日')
    case 'prevPeriod':
      return t('较上一期')
    case 'weekAgo':
      return ofPeriod ? t('较上周同期') : t('较上周同日')
    case 'monthAgo':
      return ofPeriod ? t('较上月同期') : t('较上月同日')
  }
}

/** How many of the expected figures exist. */
export function coverageText(
  figure: Figure,
  counts: { n: string; all: string },
  subject: Subject = 'stores',
): string {
  if (subject === 'agents') {
    if (figure.expected === 0) return t('没有应有数据的客服')
    return isOfPeriod(figure) ? t('{n}/{all} 人天', counts) : t('{n}/{all} 人有数据', counts)
  }
  if (figure.expected === 0) return t('没有应报的店铺')
  return isOfPeriod(figure) ? t('{n}/{all} 店日', counts) : t('{n}/{all} 店已报', counts)
}

/** The unit of the days that a period's figures are made of. */
export function dayUnit(subject: Subject): string {
  return subject === 'agents' ? t('人天') : t('店日')
}

/** The unit of a comparison's pairs, after a number. */
export function pairUnit(figure: Figure, subject: Subject = 'stores'): string {
  if (subject === 'agents') return isOfPeriod(figure) ? t('个人天') : t('位客服')
  return isOfPeriod(figure) ? t('个店日') : t('家店')
}
