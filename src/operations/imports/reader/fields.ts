/** Whole numbers of people, sessions or ratings. */
export const countFields = [
  'consultUsers',
  'consultSessions',
  'needHumanUsers',
  'handledUsers',
  'handledSessions',
  'unreplied',
  'unreplied3min',
  'satisfied',
  'evaluated',
  'inquiryUsers',
  'orderUsers',
] as const
/** Rates in basis points (0–10000). */
export const rateFields = ['replyRateBp', 'rate3minBp', 'rate30sBp'] as const
/** Average durations in seconds, up to four decimals. */
export const secondsFields = ['frtSec', 'artSec'] as const
/** Money in 分; negative if refunds exceed sales. */
export const moneyFields = ['salesCents'] as const
/** The fields that identify the agent, the store and the day of a row. */
export const identityFields = ['nick', 'storeName', 'storeShopId', 'on'] as const

/** The measures of a row. */
export const metrics = [...countFields, ...rateFields, ...secondsFields, ...moneyFields] as const

export type Metric = (typeof metrics)[number]
export type Field = Metric | (typeof identityFields)[number]

/** Formats of files. `chitu` is a tool whose files contain taobao and tmall stores; `taobao` covers both. */
export const filePlatforms = ['taobao', 'jd', 'pdd', 'douyin', 'kuaishou', 'chitu'] as const
export type FilePlatform = (typeof filePlatforms)[number]

/** Labels of the canonical fields. */
export const fieldLabels: Record<Field, string> = {
  nick: '客服账号',
  storeName: '店铺名称',
  storeShopId: '店铺 ID',
  on: '日期',
  consultUsers: '咨询人数',
  consultSessions: '咨询会话量',
  needHumanUsers: '需人工回复人数',
  handledUsers: '接待人数',
  handledSessions: '接待会话量',
  unreplied: '未回复人数',
  unreplied3min: '3 分钟未回复人数',
  replyRateBp: '回复率',
  rate3minBp: '3 分钟回复率',
  rate30sBp: '30 秒应答率',
  frtSec: '首次响应时长（秒）',
  artSec: '平均响应时长（秒）',
  satisfied: '满意评价数',
  evaluated: '评价总数',
  inquiryUsers: '询单人数',
  orderUsers: '下单人数',
  salesCents: '销售额',
}

/** Labels of the file formats. */
export const platformLabels: Record<FilePlatform, string> = {
  taobao: '淘宝/天猫',
  jd: '京东',
  pdd: '拼多多',
  douyin: '抖音飞鸽',
  kuaishou: '快手',
  chitu: '赤兔',
}
