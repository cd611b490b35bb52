import type { Platform } from '#clients/stores/contract.ts'

/**
 * Names that the files suggest: of stores, of their customers, of the people behind nicks. The user checks them, so a
 * missing one is better than a wrong one.
 */

const words = (list: string) => list.split(' ')

/** Words in the names of exported files, longest first: a shorter one may be part of a longer one. */
const REPORT_WORDS = words(
  '旺旺账号咨询接待能力明细 旺旺账号咨询接待 咨询接待能力 客服服务数据 客服工作量 ' +
    '咨询接待 接待能力 客服绩效 客服数据 客服分析 绩效数据 店铺数据 历史数据 旺旺账号 生意参谋 ' +
    '工作表 工作台 子账号 数据 明细 下载 导出 报表 日报 汇总 统计 绩效 表格 副本 新建 每日 昨日 ' +
    '客服 咨询 接待 分析 赤兔 飞鸽 千牛 旺旺 京麦 咚咚',
)
const PLATFORM_WORDS = words('拼多多 小红书 唯品会 抖音 抖店 京东 快手 淘宝 天猫')
const LATIN_WORDS = words('microsoft download export report sheet excel copy data')

const EXTENSION = /\.(xlsx|xls|csv)$/i
/** Days in the notations of file names, and longer digits such as the time of a download. */
const DAYS =
  /20\d{2}\s*[-/.年_]?\s*[01]?\d\s*[-/.月_]?\s*[0-3]?\d\s*[日号]?|(?<!\d)[01]?\d\s*月\s*[0-3]?\d\s*[日号]|(?<!\d)\d{1,2}[-.]\d{1,2}(?!\d)|\d{4,}/g
/** The number that a browser adds to a second file of the same name. */
const COPY_NUMBER = /[(（[【]\s*\d+\s*[)）\]】]/g
const SEPARATORS = /[_\s\-–—,，;；~]+/
/** A shorter name in a file name may be a person's, unless it ends as a store's does. */
const MIN_NAME_LETTERS = 4

/** Returns the store's name in a file name, such as `晨曦家居旗舰店_旺旺账号咨询接待_2026-05-15.xlsx`; null without one. */
export function storeNameInFileName(fileName: string): string | null {
  const text = fileName.replace(EXTENSION, '').replace(COPY_NUMBER, ' ').replace(DAYS, ' ')
  const names = text.split(SEPARATORS).map(withoutReportWords).filter(isStoreName)
  return names.find(endsAsStore) ?? names.toSorted((a, b) => b.length - a.length)[0] ?? null
}

/** A report at the start of a name; only long words, since 数据线旗舰店 is a store. */
const REPORT_START = new RegExp(
  `^(飞鸽|赤兔|千牛|京麦|咚咚)?(${REPORT_WORDS.filter((word) => word.length > 3).join('|')})(?=.)`,
)

function withoutReportWords(part: string): string {
  const end = REPORT_WORDS.find((word) => part.endsWith(word) && part !== word)
  return end ? withoutReportWords(part.slice(0, -end.length)) : part.replace(REPORT_START, '')
}

/** Whether a part of a file name can be a store's name: it contains more than words of reports and platforms. */
function isStoreName(part: string): boolean {
  const known = [...REPORT_WORDS, ...PLATFORM_WORDS, ...LATIN_WORDS]
  const rest = known.reduce((text, word) => text.replaceAll(word, ''), part.toLowerCase())
  const letters = lettersOf(rest)
  return letters >= MIN_NAME_LETTERS || (letters > 1 && endsAsStore(part))
}

const lettersOf = (text: string) => text.match(/\p{Letter}/gu)?.length ?? 0

/** Whether a name ends as stores' names do: 旗舰店, 专营店（天猫）. */
export const endsAsStore = (name: string) => /店([（(][^（）()]*[）)])?$/.test(name)

/** Before the person's part of a nick: `店名:小雨` of taobao's accounts, `店名-可可` of the others. */
const MAIN_ACCOUNT = /^([^:：]+)[:：]./
const SHARED_START = /^([^:：\-—_]+)[:：\-—_]./

/** Returns what all nicks of a store begin with before the person's part; null if they differ or have no such part. */
export function nickPrefix(nicks: readonly string[]): string | null {
  const account = commonStart(nicks, MAIN_ACCOUNT)
  if (account) return account
  const start = nicks.length > 1 ? commonStart(nicks, SHARED_START) : null
  // Latin letters there are a platform's: jd_xiaoyu.
  return start && /\p{Script=Han}/u.test(start) ? start : null
}

function commonStart(nicks: readonly string[], pattern: RegExp): string | null {
  const starts = new Set(nicks.map((nick) => pattern.exec(nick)?.[1]?.trim()))
  const [start] = starts
  return starts.size === 1 && start && lettersOf(start) > 1 ? start : null
}

/** Returns the platform of a store by its name; null if several are possible. Tmall alone permits 旗舰店 and the like. */
export function platformOf(name: string | null, platforms: readonly Platform[]): Platform | null {
  const [only, ...others] = platforms
  if (only && others.length === 0) return only
  if (name === null) return null
  const likely: Platform | null = /旗舰店|专卖店|专营店|天猫/.test(name)
    ? 'tmall'
    : /淘宝|企业店/.test(name)
      ? 'taobao'
      : null
  return likely && platforms.includes(likely) ? likely : null
}

const BRACKETED = /[（(【[][^（）()【】[\]]*[）)】\]]/g
const PLATFORM_END = `(${PLATFORM_WORDS.join('|')})`
/** What follows the brand in a store's name; 店 alone may belong to the brand (新华书店). */
const STORE_END = new RegExp(
  `(${PLATFORM_END}店|${PLATFORM_END}|(旗舰|专营|专卖|自营|直营|官方|企业|品牌|海外|小)店|店铺|官方)$`,
)

/** Returns the customer's name in a store's name: 沐野户外京东自营店 → 沐野户外, 星澜美妆（抖音） → 星澜美妆. */
export function customerNameIn(storeName: string): string {
  const name = withoutStoreEnd(storeName.replace(BRACKETED, '').trim())
  return lettersOf(name) < 2 || PLATFORM_WORDS.includes(name) ? storeName : name
}

function withoutStoreEnd(name: string): string {
  const shorter = name.replace(STORE_END, '').trim()
  return shorter === name || lettersOf(shorter) < 2 ? name : withoutStoreEnd(shorter)
}

/** Returns the parts of a nick that may name a person; for `feige-a@星澜`, not the store after the @. */
export function partsOfNick(nick: string): string[] {
  const [own = ''] = nick.split('@')
  return own.split(/[:：\-—_·\s()（）]+/).filter(Boolean)
}

/** Parts of nicks that name no person. */
const NO_PERSON = /客服|售前|售后|值班|早班|中班|晚班|夜班|主管|组长|店长|机器人|助手|小二|官方|[a-z\d]/gi

/** Returns the 花名 that ends a nick, such as 小雨 in 晨曦家居:小雨; null if the nick has no such part. */
export function flowerNameIn(nick: string): string | null {
  const parts = partsOfNick(nick)
  const last = parts.at(-1)
  if (parts.length < 2 || last === undefined) return null
  return lettersOf(last.replace(NO_PERSON, '')) > 0 && lettersOf(last) > 1 ? last : null
}
