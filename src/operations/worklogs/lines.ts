import type { Platform } from '#clients/stores/contract.ts'
import { headlineMetrics } from '#clients/stores/rules.ts'
import { AppError } from '#kit/errors.ts'
import { rateBp } from '#kit/rates.ts'
import type { LineFigures, LineInput, LineSource, ReplyMeasure } from './contract.ts'

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

/** What a platform's file says of a nick and day. */
export interface Imported {
  figures: LineFigures
  replyRateBp: number | null
  pending: readonly string[]
}

/** A line as it was saved. */
export interface Stored {
  source: LineSource
  figures: LineFigures
}

/** By what the platform measures replies. */
export function measureOf(platform: Platform): ReplyMeasure {
  const metric = headlineMetrics[platform]
  if (!metric) return 'either'
  return metric === 'replied' ? 'unreplied' : 'within3min'
}

/** Whether nothing is given. */
export function isEmpty(figures: LineFigures): boolean {
  return figureFields.every((field) => figures[field] === null)
}

/** Whether two sources contradict each other: a measure that both give, and give otherwise. */
export function differ(one: LineFigures, other: LineFigures): boolean {
  return figureFields.some(
    (field) => one[field] !== null && other[field] !== null && one[field] !== other[field],
  )
}

/** The reply rate by the platform's measure from keyed figures: (consult − unreplied) / consult, or as it was keyed. */
export function keyedReplyRate(figures: LineFigures, measure: ReplyMeasure): number | null {
  const { consultUsers, unreplied, rate3minBp } = figures
  const replied =
    consultUsers === null || unreplied === null ? null : rateBp(consultUsers - unreplied, consultUsers)
  if (measure === 'within3min') return rate3minBp
  return measure === 'unreplied' ? replied : (replied ?? rate3minBp)
}

const NOTHING: LineFigures = {
  ...{ consultUsers: null, handledUsers: null, unreplied: null, rate3minBp: null },
  ...{ frtSec: null, artSec: null, satisfied: null, evaluated: null },
}

/**
 * What counts for a line, and what the other source says where it differs: a platform's figures win over what was
 * keyed, and those of today over those that stood when the log was saved.
 */
export function mergeLine(stored: Stored | null, imported: Imported | null, measure: ReplyMeasure) {
  const kept = stored && stored.source !== 'empty' ? stored : null
  if (imported) {
    const other = kept && differ(kept.figures, imported.figures) ? kept : null
    return {
      ...imported.figures,
      ...{ source: 'imported' as const, replyRateBp: imported.replyRateBp, pending: [...imported.pending] },
      other: other && { source: other.source, ...other.figures },
    }
  }
  const figures = kept?.figures ?? NOTHING
  const source: LineSource = kept?.source ?? 'empty'
  return { ...figures, source, replyRateBp: keyedReplyRate(figures, measure), pending: [], other: null }
}

/** Which line of a log is meant: store and nick; none is the empty nick. */
export function placeKey({ storeId, nick }: { storeId: number; nick: string | null }): string {
  return `${storeId} ${nick ?? ''}`
}

/** What is wrong with keyed figures, by field; the sentences are Chinese, for the cell. */
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

/** Throws INVALID, a sentence a cell (`lines.3.unreplied`), where lines are not of this log or their figures are wrong. */
export function assertLines(
  lines: readonly LineInput[],
  places: readonly { storeId: number; nick: string | null; platform: Platform }[],
): void {
  const known = new Map(places.map((place) => [placeKey(place), place]))
  const fields: Record<string, string> = {}
  const seen = new Set<string>()
  for (const [index, line] of lines.entries()) {
    const place = known.get(placeKey(line))
    if (!place || seen.has(placeKey(line))) {
      // A line that says nothing harms nobody: the store may have left the day since.
      if (!isEmpty(line)) fields[`lines.${index}.storeId`] = '这家店铺不在您这一班的日志里，请刷新后再填。'
      continue
    }
    seen.add(placeKey(line))
    for (const [field, sentence] of Object.entries(lineProblems(line, measureOf(place.platform)))) {
      fields[`lines.${index}.${field}`] = sentence
    }
  }
  const first = Object.values(fields)[0]
  if (first)
    throw new AppError('INVALID', '有 {n} 处数据需要改正：{first}', {
      params: { n: Object.keys(fields).length, first },
      data: { fields },
    })
}
