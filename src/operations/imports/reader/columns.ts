import type { Field, FilePlatform } from './fields.ts'

/** A header that a platform uses for a field; a platform's first alias of a field takes precedence over later ones. */
export interface Alias {
  header: string
  platform: FilePlatform
  field: Field
}

const HEADERS_BY_PLATFORM: Record<FilePlatform, Partial<Record<Field, string[]>>> = {
  taobao: {
    nick: ['旺旺昵称', '旺旺账号名称'],
    consultUsers: ['咨询人数'],
    handledUsers: ['接待人数'],
    handledSessions: ['人工接待会话量'],
    unreplied: ['未回复人数'],
    replyRateBp: ['旺旺回复率'],
    rate3minBp: ['3分钟人工响应率'],
    frtSec: ['首次响应时长（秒)'],
    artSec: ['平均响应时长（秒)'],
    satisfied: ['满意评价量'],
    evaluated: ['旺旺评价量'],
    inquiryUsers: ['询单人数'],
    orderUsers: ['下单人数'],
    salesCents: ['净销售额', '客服销售额'],
  },
  jd: {
    nick: ['客服'],
    consultUsers: ['咨询人数'],
    consultSessions: ['咨询量'],
    handledUsers: ['接待人数'],
    handledSessions: ['接待量'],
    unreplied: ['未回复量'],
    replyRateBp: ['回复率', '应答率'],
    rate3minBp: ['客服3分钟人工回复率'],
    rate30sBp: ['30s应答率', '快速应答率'],
    frtSec: ['首次平均响应（s）'],
    artSec: ['平均响应时长（新）', '平均响应（s）'],
    satisfied: ['好评量'],
    evaluated: ['评价量'],
    inquiryUsers: ['售前接待人数'],
    orderUsers: ['促成下单人数'],
    salesCents: ['促成下单商品金额'],
  },
  pdd: {
    nick: ['客服账号'],
    consultUsers: ['咨询人数'],
    needHumanUsers: ['需要人工回复的咨询人数'],
    handledUsers: ['人工接待人数'],
    unreplied3min: ['3分钟未回复人数'],
    rate3minBp: ['3分钟人工回复率(8-23点)'],
    rate30sBp: ['30秒应答率(8-23点)'],
    artSec: ['平均人工响应时长'],
    inquiryUsers: ['询单人数'],
    orderUsers: ['最终成团人数'],
    salesCents: ['去退销售额（元）', '客服销售额'],
  },
  douyin: {
    // Newer files split the account: 客服昵称 is a display name that two agents may share, 账号名称 is the account.
    nick: ['客服账号', '客服昵称+账号名称', '账号名称', '客服昵称'],
    handledUsers: ['已接待人数', '人工已接待人数'],
    handledSessions: ['接待会话量', '人工已接待会话量'],
    rate3minBp: ['工作时间3分钟回复率', '全天3分钟回复率', '3分钟人工回复率 (会话)'],
    frtSec: ['全天首响时长', '首次响应时长（秒）'],
    artSec: ['工作时间平响时长', '全天平响时长', '新平均响应时长（秒）'],
    satisfied: ['有效好评数'],
    evaluated: ['有效评价数'],
    inquiryUsers: ['询单人数'],
    orderUsers: ['下单人数', '支付人数'],
    salesCents: ['客服询单支付额', '退款后销售额'],
  },
  kuaishou: {
    consultUsers: ['咨询人数'],
    consultSessions: ['咨询人次'],
    handledSessions: ['人工会话量'],
    rate3minBp: ['三分钟回复率（人维度）'],
    artSec: ['人工平均回复时长'],
    inquiryUsers: ['询单人数'],
    orderUsers: ['下单人数'],
    salesCents: ['客服销售额'],
  },
  chitu: {
    nick: ['客服昵称'],
    consultUsers: ['聊天人数(原咨询人数)'],
    handledUsers: ['接待人数'],
    unreplied: ['未回复人数'],
    replyRateBp: ['回复率'],
    frtSec: ['首次响应(秒)'],
    artSec: ['平均响应(秒)'],
    inquiryUsers: ['询单人数'],
    orderUsers: ['销售人数'],
    salesCents: ['销售额'],
  },
}

/** The built-in aliases: read-only; companies add their own. */
export const builtInAliases: readonly Alias[] = Object.entries(HEADERS_BY_PLATFORM).flatMap(
  ([platform, fields]) =>
    Object.entries(fields).flatMap(([field, headers]) =>
      headers.map((header) => ({ header, platform: platform as FilePlatform, field: field as Field })),
    ),
)

/** Headers with the same meaning on every platform. */
export const commonHeaders: Partial<Record<Field, string[]>> = {
  on: ['日期', '统计日期', '数据日期', '业务日期', '时间', '统计时间', '数据时间'],
  storeName: ['店铺名', '店铺名称', '店铺'],
  storeShopId: ['店铺id', '店铺编号'],
}

/** Normalises a header for comparison: removes spaces, line breaks, brackets, `-` and `_`; ignores case and width. */
export function normaliseHeader(header: string): string {
  return header
    .normalize('NFKC')
    .replace(/[\s\u200b-\u200d\ufeff()（）_-]/g, '')
    .toLowerCase()
}

/** Like `normaliseHeader`, but also removes a unit at the end, which only some versions of a file contain. */
export function withoutUnit(header: string): string {
  return normaliseHeader(header).replace(/(元|秒|s|%)$/, '')
}
