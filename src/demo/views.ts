import { addDays, dayOf } from '#kit/calendar.ts'
import { streamXlsx } from '#kit/sheets/writeStream.ts'
import { inChinese } from '#kit/text.ts'
import { aboutSheet } from '#kit/ui/list/workbook.ts'
import type { DemoPerson } from './people.ts'

const PLAIN = { dense: false, shown: {}, order: [], pins: {} }

/** The saved views: personal ones, one for a team and one for the company. */
const VIEWS = [
  { who: 'sales', scope: 'personal', list: 'list.customers', name: '试用中的客户', query: 'status=trial' },
  {
    who: 'sales',
    scope: 'personal',
    list: 'list.stores',
    name: '待上线',
    query: 'status=pending&status=trial',
  },
  {
    who: 'head',
    scope: 'team',
    list: 'list.stores',
    name: '本组抖音',
    query: 'platform=douyin&sort=-yesterdayVolume',
  },
  {
    who: 'head',
    scope: 'personal',
    list: 'list.stores',
    name: '昨日咨询最多',
    query: 'sort=-yesterdayVolume',
  },
  {
    who: 'admin',
    scope: 'company',
    list: 'list.stores',
    name: '服务中，按到期',
    query: 'sort=contractEndOn&status=serving',
    look: { ...PLAIN, dense: true, shown: { ownerName: true, onlineOn: true } },
  },
  { who: 'admin', scope: 'company', list: 'list.customers', name: '已流失', query: 'status=churned' },
  {
    who: 'head',
    scope: 'team',
    list: 'list.reports.daily-store.stores',
    name: '昨天咨询量',
    query: 'from=yesterday',
  },
] as const

/** The demo's saved views. */
export function viewRows(people: readonly DemoPerson[], now: Date) {
  const at = new Date(now.getTime() - 40 * 86_400_000)
  return VIEWS.map(({ who, ...view }, index) => {
    const owner = people.find(({ username }) => username === who)
    const by = { createdAt: at, createdBy: owner?.id, updatedAt: at, updatedBy: owner?.id }
    return {
      id: index + 1,
      companyCode: owner?.companyCode,
      ownerId: owner?.id,
      ...by,
      ...view,
      headId: view.scope === 'team' ? owner?.id : null,
      look: JSON.stringify('look' in view ? view.look : PLAIN),
    }
  })
}

/** The rows of the download centre: a finished file, and a failed export. */
export function exportRows(
  people: readonly DemoPerson[],
  customers: readonly { code: string; name: string; companyCode: string }[],
  now: Date,
) {
  const owner = people.find(({ username }) => username === 'admin')
  const yesterday = new Date(now.getTime() - 86_400_000)
  const rows = customers.filter(({ companyCode }) => companyCode === owner?.companyCode)
  const bytes = workbook(rows, owner?.name ?? '', yesterday)
  const common = { companyCode: owner?.companyCode, staffId: owner?.id, request: '{}', createdAt: yesterday }
  const ended = { attempts: 1, finishedAt: yesterday, expiresOn: addDays(dayOf(yesterday), 7) }
  const size = { rowsDone: rows.length, rowsTotal: rows.length, bytes: bytes.length }
  return {
    files: [
      {
        id: 1,
        ...common,
        ...ended,
        rowsDone: 0,
        rowsTotal: 182_400,
        bytes: 0,
        name: '店铺每日咨询量',
        state: 'failed',
        failure: '导出中断了几次，没有完成。请缩小范围后重新导出。',
      },
      { id: 2, ...common, ...ended, ...size, name: '客户.xlsx', state: 'done', failure: null },
    ],
    parts: [{ fileId: 2, no: 1, bytes: `\\x${bytes.toString('hex')}` }],
  }
}

function workbook(rows: readonly { code: string; name: string }[], person: string, now: Date): Buffer {
  const chunks: Uint8Array[] = []
  const columns = ['客户', '客户编号'].map((title) => ({ title, type: 'text' as const }))
  const stream = streamXlsx(['客户', '导出说明'], columns, (chunk) => chunks.push(chunk))
  stream.add(rows.map(({ name, code }) => [name, code]))
  const notes = aboutSheet({ module: '客户', filters: [], person, now, rows: rows.length })
  stream.end({ notes, about: { person, at: now, say: inChinese } })
  return Buffer.concat(chunks)
}
