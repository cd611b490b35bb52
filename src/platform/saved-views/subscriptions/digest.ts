import { dayOf } from '#kit/calendar.ts'
import { AppError } from '#kit/errors.ts'
import { formatCount, formatInstant, formatRate } from '#kit/format.ts'
import type { FindList } from '#kit/listReading.ts'
import { resolveDays } from '#kit/relativeDays.ts'
import type { Context } from '#kit/serve.ts'
import { inChinese } from '#kit/text.ts'
import { viewAddress } from '#kit/ui/list/viewAddress.ts'
import type { NewNotice } from '#platform/notices/queries.ts'
import { pathOf, type Source, type Sources, sourceOf } from './rules.ts'

/** Maximum number of rows named in a message. */
const MAX_ROWS = 5

/** The content of a delivery: the number of rows and the first of them, without contacts and amounts of money. */
export interface Digest {
  view: string
  source: Source
  link: string
  at: Date
  /** The days that the view covers; null if it has no date range. */
  days: string | null
  total: number
  rows: { name: string; figure: string | null }[]
}

interface View {
  id: number
  name: string
  list: string
  query: string
}

/** Access to views: the lists of the API, and those to which users can subscribe. */
export interface ListAccess {
  findList: FindList
  sources: Sources
}

/** Reads a view with the context's permissions; throws FORBIDDEN if the person may not read the list any more. */
export async function digestOf(
  { findList, sources }: ListAccess,
  context: Context,
  view: View,
): Promise<Digest> {
  const source = sourceOf(sources, view.list)
  const list = findList(pathOf(view.list))
  if (!source || !list) throw new AppError('NOT_FOUND', '这个列表的视图还不能订阅。')
  const at = context.clock()
  const filters = resolveDays({ ...source.initial, ...queryOf(view.query) }, dayOf(at))
  const query = list.cleanQuery(filters)
  list.check(context, query)
  const { items, total } = await list.read(context, query, { current: 1, pageSize: MAX_ROWS })
  return {
    view: view.name,
    source,
    total,
    at,
    days: daysIn(query),
    link: `${source.screen}?${viewAddress(view)}`,
    rows: items.map((item) => rowOf(source, item as Record<string, unknown>)),
  }
}

/** For example `2026-05-12 – 2026-05-18`. */
function daysIn(query: object): string | null {
  const { from, to } = query as { from?: string; to?: string }
  if (!from || !to) return null
  return from === to ? from : `${from} – ${to}`
}

/** Parses a query string into endpoint input; repeated parameters become arrays. */
function queryOf(address: string): Record<string, string | string[]> {
  const params = new URLSearchParams(address)
  return Object.fromEntries(
    [...new Set(params.keys())].map((key) => {
      const values = params.getAll(key)
      return [key, values.length > 1 ? values : (values[0] ?? '')]
    }),
  )
}

function rowOf({ row, figure }: Source, item: Record<string, unknown>) {
  const value = figure && item[figure.field]
  const numeric = typeof value === 'number' ? value : null
  const text = figure?.is === 'rate' ? formatRate(numeric) : formatCount(numeric)
  return { name: row.map((field) => String(item[field] ?? '-')).join(' '), figure: figure ? text : null }
}

/** The console notice of a digest. */
export function digestNotice({ view, link, total, rows, days }: Digest) {
  const names = rows.map(rowText)
  const sentence = days ? '{days}，最前面的是：{names}' : '最前面的是：{names}'
  return {
    kind: 'subscription',
    title: { sentence: '您订阅的「{view}」有 {n} 条', values: { view, n: total } },
    text: names.length > 0 ? { sentence, values: { names, ...(days && { days }) } } : null,
    link,
  } satisfies Partial<NewNotice>
}

const rowText = ({ name, figure }: Digest['rows'][number]) => (figure === null ? name : `${name} ${figure}`)

const HEAD = '【{title}】{view}（{list}，{by}订阅）'
const DAYS = '数据日期：{days}'
const MORE = '其余 {n} 条请登录后台查看。'

/** The group message of a digest, in Chinese, the language of the group. */
export function digestText(digest: Digest, from: { title: string; by: string }): string {
  const { view, source, total, rows, at, days } = digest
  const lines = [
    inChinese(HEAD, { ...from, view, list: source.name }),
    inChinese('{at}，共 {n} 条', { at: formatInstant(at.toISOString()).slice(0, 16), n: formatCount(total) }),
    ...(days ? [inChinese(DAYS, { days })] : []),
    ...rows.map((row, index) => `${index + 1}. ${rowText(row)}`),
    ...(total > rows.length ? [inChinese(MORE, { n: formatCount(total - rows.length) })] : []),
  ]
  return lines.join('\n')
}
