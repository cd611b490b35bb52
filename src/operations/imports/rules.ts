import { type Actor, can } from '#access/can.ts'
import type { Platform } from '#clients/stores/contract.ts'
import { platformNames } from '#clients/stores/rules.ts'
import { addDays, type Day, dayOf } from '#kit/calendar.ts'
import { AppError, periodClosed } from '#kit/errors.ts'
import { type Sentence, word } from '#kit/text.ts'
import type { Block, CorrectableMetric } from './contract.ts'
import { builtInAliases, normaliseHeader } from './reader/columns.ts'
import { type FilePlatform, fieldLabels, platformLabels } from './reader/fields.ts'

/** Days after which an unconfirmed preview can be deleted; the next upload deletes it. */
export const PREVIEW_DAYS = 14

/** The day up to which a preview is kept; null if it was confirmed. */
export function keptUntil({ status, createdAt }: { status: string; createdAt: Date }): Day | null {
  return status === 'preview' ? addDays(dayOf(createdAt), PREVIEW_DAYS) : null
}

/** Maximum age of figures in days; an earlier day is probably a mistyped year. */
export const MAX_DAYS_BACK = 400

/** Whether a file in this format may contain a store of the platform: taobao and 赤兔 files also contain tmall stores. */
export function fitsPlatform(format: FilePlatform, storePlatform: string): boolean {
  const taobao = format === 'taobao' || format === 'chitu'
  return taobao ? storePlatform === 'taobao' || storePlatform === 'tmall' : storePlatform === format
}

/** Returns the platforms of the stores that files in all of these formats may contain. */
export function platformsOf(formats: readonly FilePlatform[]): Platform[] {
  const platforms = Object.keys(platformNames) as Platform[]
  return platforms.filter((platform) => formats.every((format) => fitsPlatform(format, platform)))
}

/** Returns why a day cannot have figures, as a sentence; null if it can. */
export function dayProblem(on: Day, today: Day, daysBack = MAX_DAYS_BACK): Sentence | null {
  if (on > today) return { sentence: '{on} 还没有到，请核对日期。', values: { on } }
  if (on >= addDays(today, -daysBack)) return null
  return { sentence: '{on} 距今超过 {n} 天，请核对日期。', values: { on, n: daysBack } }
}

/** What decides the blocks of a group: the store that was found, and the store's name in the file. */
export interface GroupFacts {
  storeId: number | null
  storeName: string | null
  storePlatform: string | null
  on: Day | null
  /** The month of that day if it is closed. */
  closedMonth: string | null
}

/** Whether the user can create the customers and stores that a file names; together with `canReportWorklog`, role 1. */
export function maySetUp(actor: Actor): boolean {
  return can(actor, 'canUpdateStore') && can(actor, 'canUpdateCustomer')
}

/** Whether the reader can create the store that a file names; if not, the names of people who can. */
export interface StoreCreators {
  mayCreate: boolean
  names: readonly string[]
}

/** Returns why a group cannot be written; each message says what its reader can do. */
export function blocksOf(group: GroupFacts, format: FilePlatform, creators: StoreCreators): Block[] {
  const blocks: Block[] = []
  const name = group.storeName ?? ''
  if (group.storeId === null) {
    blocks.push({ code: 'NO_STORE', message: unknownStore(group.storeName, creators) })
  } else if (!fitsPlatform(format, group.storePlatform ?? '')) {
    const sentence = '文件的平台与店铺“{name}”的平台不符，请换一家店铺，或换一个文件。'
    blocks.push({ code: 'PLATFORM_MISMATCH', message: { sentence, values: { name } } })
  }
  if (group.on === null) {
    const sentence = '文件里没有可用的日期，文件名里也没有，请选择数据日期。'
    blocks.push({ code: 'NO_DAY', message: { sentence } })
  }
  if (group.closedMonth !== null) {
    blocks.push({ code: 'PERIOD_CLOSED', message: periodClosed(group.closedMonth).sentence })
  }
  return blocks
}

function unknownStore(name: string | null, { mayCreate, names }: StoreCreators): Sentence {
  if (mayCreate) {
    return name
      ? { sentence: '系统里还没有店铺“{name}”，可在下面新建，或选择已有的店铺。', values: { name } }
      : { sentence: '文件里没有写是哪家店铺，昵称也还认不出。请选择店铺，或在下面新建。' }
  }
  const creators = names.length > 0 ? names : word('管理员')
  return name
    ? {
        sentence: '“{name}”不在您负责的店铺里，或系统里还没有这家店铺。请选择店铺，或请{creators}新建。',
        values: { name, creators },
      }
    : {
        sentence: '文件里没有写是哪家店铺，昵称也还认不出。请选择店铺；系统里没有的，请{creators}新建。',
        values: { creators },
      }
}

export type Status = 'preview' | 'committed' | 'undone'

/** Throws WRONG_STATE unless the step is the next one: preview → committed → undone. */
export function assertStep(status: Status, step: 'commit' | 'undo'): void {
  if (status === (step === 'commit' ? 'preview' : 'committed')) return
  if (step === 'commit' && status === 'committed') {
    throw new AppError('WRONG_STATE', '这个文件已经导入过了，没有重复写入。')
  }
  throw new AppError(
    'WRONG_STATE',
    status === 'undone'
      ? '这次导入已经撤销，如需要请重新上传文件。'
      : '这个文件还没有导入，没有可撤销的数据。',
  )
}

/** The built-in alias table. */
export const builtInHeaders = builtInAliases

/** Normalises a header for comparison: spellings with the same key are equal. */
export const headerKey = normaliseHeader

/** Labels of the file formats and of the canonical fields. */
export const formatNames = platformLabels
export const fieldNames = fieldLabels

/** Labels of the figures that can be corrected. */
export const correctableMetricNames: Record<CorrectableMetric, string> = {
  consultUsers: '咨询人数',
  consultSessions: '咨询会话量',
  handledUsers: '接待人数',
  unreplied: '未回复人数',
  within3min: '3 分钟内回复数',
  within3minBase: '3 分钟回复率的分母',
  inquiryUsers: '询单人数',
  orderUsers: '下单人数',
}

/** Labels of derived figures, and of figures that only files contain. */
const otherMetricNames: Record<string, string> = {
  replied: '已回复人数',
  replyBase: '回复率的分母',
  needHumanUsers: '需人工回复人数',
  handledSessions: '接待会话量',
  unreplied3min: '3 分钟未回复人数',
  within30s: '30 秒内应答数',
  within30sBase: '30 秒应答率的分母',
  frtTotalCs: '首响总时长',
  frtWeight: '首响次数',
  artTotalCs: '响应总时长',
  artWeight: '响应次数',
  satisfied: '满意评价数',
  evaluated: '评价总数',
  salesCents: '销售额',
  replyRateBp: '回复率',
  rate3minBp: '3 分钟回复率',
  rate30sBp: '30 秒应答率',
  frtSec: '首次响应时长（秒）',
  artSec: '平均响应时长（秒）',
}

/** Returns the Chinese label of a figure, or its field name if it has no label. */
export function metricName(measure: string): string {
  return correctableMetricNames[measure as CorrectableMetric] ?? otherMetricNames[measure] ?? measure
}
