import type { Platform } from '#clients/stores/contract.ts'
import { AppError, type FieldErrors } from '#kit/errors.ts'
import { headlineMetrics, repliedRateBp } from '#operations/replyRate.ts'
import type { LineFigures, LineInput, LineSource, ReplyMeasure } from './contract.ts'
import { placeKey } from './rules.ts'

export const figureNames = {
  consultUsers: '咨询人数',
  handledUsers: '接待人数',
  unreplied: '未回复',
  rate3minBp: '3 分钟回复率',
  frtSec: '首响',
  artSec: '平均响应',
  satisfied: '满意',
  evaluated: '评价',
} as const satisfies Record<keyof LineFigures, string>

export const figureFields = Object.keys(figureNames) as (keyof LineFigures)[]

/** The figures in a platform's file for a nick and day. */
export interface ImportedFigures {
  figures: LineFigures
  replyRateBp: number | null
  pending: readonly string[]
}

/** A line as it was saved with the log. */
export interface StoredFigures {
  source: LineSource
  figures: LineFigures
}

/** Returns the measure by which the platform counts replies. */
export function replyMeasureOf(platform: Platform): ReplyMeasure {
  const metric = headlineMetrics[platform]
  if (!metric) return 'either'
  return metric === 'replied' ? 'unreplied' : 'within3min'
}

/** Whether all figures are null. */
export function isEmpty(figures: LineFigures): boolean {
  return figureFields.every((field) => figures[field] === null)
}

/** Whether two sources conflict: both have a figure, with different values. */
export function differ(one: LineFigures, other: LineFigures): boolean {
  return figureFields.some(
    (field) => one[field] !== null && other[field] !== null && one[field] !== other[field],
  )
}

/** The rate that counts under a platform's measure; if it is not fixed, the reply rate, else the 3-minute rate. */
export function rateUnder(
  measure: ReplyMeasure,
  { repliedBp, rate3minBp }: { repliedBp: number | null; rate3minBp: number | null },
): number | null {
  if (measure === 'either') return repliedBp ?? rate3minBp
  return measure === 'unreplied' ? repliedBp : rate3minBp
}

/** Reply rate from keyed figures, by the platform's measure: computed from the counts, or the keyed rate. */
export function keyedReplyRate(figures: LineFigures, measure: ReplyMeasure): number | null {
  const { consultUsers, unreplied, rate3minBp } = figures
  return rateUnder(measure, { repliedBp: repliedRateBp(consultUsers, unreplied), rate3minBp })
}

const NO_FIGURES: LineFigures = {
  consultUsers: null,
  handledUsers: null,
  unreplied: null,
  rate3minBp: null,
  frtSec: null,
  artSec: null,
  satisfied: null,
  evaluated: null,
}

/**
 * Merges the sources of a line: the file's current figures take precedence over the saved ones, which were keyed or
 * come from the file at the time of saving. `other` contains the saved figures if they differ.
 */
export function mergeLine(
  stored: StoredFigures | null,
  imported: ImportedFigures | null,
  measure: ReplyMeasure,
) {
  const saved = stored && stored.source !== 'empty' ? stored : null
  if (imported) {
    const other = saved && differ(saved.figures, imported.figures) ? saved : null
    return {
      ...imported.figures,
      source: 'imported' as const,
      replyRateBp: imported.replyRateBp,
      pending: [...imported.pending],
      other: other && { source: other.source, ...other.figures },
    }
  }
  const figures = saved?.figures ?? NO_FIGURES
  const source: LineSource = saved?.source ?? 'empty'
  return { ...figures, source, replyRateBp: keyedReplyRate(figures, measure), pending: [], other: null }
}

/** Returns the problems of keyed figures by field, as Chinese sentences for the cells. */
export function lineProblems(
  line: LineFigures,
  measure: ReplyMeasure,
): Partial<Record<keyof LineFigures, string>> {
  const { consultUsers, unreplied, satisfied, evaluated, rate3minBp } = line
  const problems: Partial<Record<keyof LineFigures, string>> = {}
  if (unreplied !== null && consultUsers === null) problems.unreplied = '填了未回复，请同时填写咨询人数。'
  if (unreplied !== null && consultUsers !== null && unreplied > consultUsers) {
    problems.unreplied = '未回复不能多于咨询人数。'
  }
  if (satisfied !== null && (evaluated === null || satisfied > evaluated)) {
    problems.satisfied = '满意不能多于评价。'
  }
  if (rate3minBp !== null && measure === 'unreplied') {
    problems.rate3minBp = '这个平台按未回复人数算回复率，不填 3 分钟回复率。'
  }
  return problems
}

/** Throws INVALID, with a sentence per cell (`lines.3.unreplied`), if lines are not of this log or are wrong. */
export function assertLines(
  lines: readonly LineInput[],
  places: readonly { storeId: number; nick: string | null; platform: Platform }[],
): void {
  const placesByKey = new Map(places.map((place) => [placeKey(place), place]))
  const fields: FieldErrors = {}
  const usedKeys = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const place = placesByKey.get(placeKey(line))
    if (!place || usedKeys.has(placeKey(line))) {
      // An empty line does no harm: the store may have been unassigned since.
      if (!isEmpty(line))
        fields[`lines.${index}.storeId`] = { sentence: '这家店铺不在您这一班的日志里，请刷新后再填。' }
      continue
    }
    usedKeys.add(placeKey(line))
    for (const [field, sentence] of Object.entries(lineProblems(line, replyMeasureOf(place.platform)))) {
      fields[`lines.${index}.${field}`] = { sentence }
    }
  }
  const first = Object.values(fields)[0]
  if (first)
    throw new AppError('INVALID', '有 {n} 处数据需要改正：{first}', {
      values: { n: Object.keys(fields).length, first },
      data: { fields },
    })
}
