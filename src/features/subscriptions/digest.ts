import type { NewNotice } from '#features/notices/queries.ts'
import { AppError } from '#kit/errors.ts'
import { formatCount, formatInstant, formatRate } from '#kit/format.ts'
import type { FindList } from '#kit/listReading.ts'
import type { Context } from '#kit/serve.ts'
import { fill } from '#kit/text.ts'
import { viewAddress } from '#kit/ui/list/viewAddress.ts'
import type { Source } from './rules.ts'
import { pathOf, sourceOf } from './rules.ts'

/** How many rows a message names. */
const NAMED = 5

/** What a view has to say at an hour: how many rows, and the first of them. No contact and no money is in it. */
export interface Digest {
  view: string
  source: Source
  link: string
  at: Date
  total: number
  rows: { name: string; figure: string | null }[]
}

interface View {
  id: number
  name: string
  list: string
  query: string
}

/** Reads a view as the person of the context sees it; throws FORBIDDEN where they may not read the list any more. */
export async function digestOf(findList: FindList, context: Context, view: View): Promise<Digest> {
  const source = sourceOf(view.list)
  const list = findList(pathOf(view.list))
  if (!source || !list) throw new AppError('NOT_FOUND', '这个列表的视图还不能订阅。')
  const query = list.tidied(queryOf(view.query))
  list.check(context, query)
  const { items, total } = await list.read(context, query, { current: 1, pageSize: NAMED })
  return {
    ...{ view: view.name, source, total, at: context.clock() },
    link: `${source.screen}?${viewAddress(view)}`,
    rows: items.map((item) => rowOf(source, item as Record<string, unknown>)),
  }
}

/** The address as the endpoint takes it: what is there twice is a list. */
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
  const known = typeof value === 'number' ? value : null
  const text = figure?.is === 'rate' ? formatRate(known) : formatCount(known)
  return { name: String(item[row] ?? '-'), figure: figure ? text : null }
}

/** How a digest is told in the console. */
export function digestNotice({ view, link, total, rows }: Digest) {
  const names = rows.map(said).join('、')
  return {
    kind: 'subscription',
    title: { sentence: '您订阅的「{view}」有 {n} 条', values: { view, n: total } },
    text: names ? { sentence: '最前面的是：{names}', values: { names } } : null,
    link,
  } satisfies Partial<NewNotice>
}

const said = ({ name, figure }: Digest['rows'][number]) => (figure === null ? name : `${name} ${figure}`)

const HEAD = '【{title}】{view}（{list}，{by}订阅）'
const MORE = '其余 {n} 条请登录后台查看。'

/** How a digest is told to a group: in Chinese, as the group's people read. */
export function digestText({ view, source, total, rows, at }: Digest, from: { title: string; by: string }) {
  const lines = [
    fill(HEAD, { ...from, view, list: source.name }),
    fill('{at}，共 {n} 条', { at: formatInstant(at.toISOString()).slice(0, 16), n: formatCount(total) }),
    ...rows.map((row, index) => `${index + 1}. ${said(row)}`),
    ...(total > rows.length ? [fill(MORE, { n: formatCount(total - rows.length) })] : []),
  ]
  return lines.join('\n')
}
