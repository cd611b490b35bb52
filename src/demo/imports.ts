import { createHash } from 'node:crypto'
import { addDays } from '#kit/calendar.ts'
import type { StoreDay } from './figures.ts'
import { random } from './random.ts'
import type { Service } from './service.ts'
import type { DemoStore } from './stores.ts'

/** Number of last days whose files are in the list of imports. */
const DAYS_WITH_FILES = 3

const FORMATS: Partial<Record<DemoStore['platform'], (store: string, day: string) => string>> = {
  taobao: (store, day) => `${store}_旺旺账号咨询接待能力明细_${day}.xlsx`,
  tmall: (store, day) => `${store}_旺旺账号咨询接待能力明细_${day}.xlsx`,
  jd: (store, day) => `${store}_客服数据_${day.replaceAll('-', '')}.xlsx`,
  pdd: (store, day) => `${store}_客服绩效_${day}.xlsx`,
  douyin: (store, day) => `飞鸽客服数据_${store}_${day}.csv`,
  kuaishou: (store, day) => `${store}_客服数据_${day}.xlsx`,
}

const FINDINGS = {
  headers: [],
  unknownHeaders: [],
  skippedRows: [],
  problems: [],
  pending: [],
  otherSheets: [],
}

/** The files of the last days for the list of imports, one per store and day. */
export function demoImports(days: readonly StoreDay[], services: readonly Service[], today: string) {
  const main = new Map(
    services
      .filter(({ duty, toOn }) => duty === 'main' && toOn === null)
      .map((service) => [service.store.id, service]),
  )
  const since = addDays(today, -DAYS_WITH_FILES)
  const files = days
    .filter(({ on, store }) => on >= since && FORMATS[store.platform] && main.has(store.id))
    .sort((a, b) => (a.on === b.on ? a.store.id - b.store.id : a.on < b.on ? -1 : 1))
  const batchIds = new Map(files.map(({ store, on }, index) => [`${store.id} ${on}`, index + 1]))
  return {
    batches: files.map((file, index) => batchRow(file, index + 1, main.get(file.store.id)?.staff.id ?? 1)),
    groups: files.map(({ store, on }, index) => ({
      id: index + 1,
      batchId: index + 1,
      storeName: store.name,
      storeId: store.id,
      onDay: on,
      committed: true,
    })),
    replaced: files
      .flatMap(({ store, on, agents }, index) =>
        // The store's own row has no nick.
        [null, ...agents.map(({ nick }) => nick)].map((nick) => ({
          batchId: index + 1,
          storeId: store.id,
          onDay: on,
          nick,
          oldRow: null,
        })),
      )
      .map((row, index) => ({ id: index + 1, ...row })),
    batchOf: (store: DemoStore, on: string) => batchIds.get(`${store.id} ${on}`) ?? null,
  }
}

function batchRow({ store, on, agents }: StoreDay, id: number, createdBy: number) {
  const chance = random(`import ${store.id} ${on}`)
  const fileName = FORMATS[store.platform]?.(store.name, on) ?? ''
  // Files are imported on the evening of their day, between 22:00 and 23:59 in Shanghai.
  const at = new Date(Date.parse(`${on}T14:00:00Z`) + chance.between(0, 7_000) * 1000)
  return {
    id,
    companyCode: store.companyCode,
    fileName,
    fileHash: createHash('sha256').update(`demo ${fileName}`).digest('hex'),
    fileBytes: chance.between(6_000, 40_000),
    platform: store.platform === 'tmall' ? 'taobao' : store.platform,
    onFrom: 'file name',
    status: 'committed',
    rowsOk: Math.max(1, agents.length),
    rowsProblem: 0,
    rowsSkipped: 3,
    findings: { ...FINDINGS, skippedRows: [agents.length + 2, agents.length + 3, agents.length + 4] },
    rowsHash: createHash('sha256').update(`demo rows ${fileName}`).digest('hex'),
    commitNo: id,
    committedAt: at,
    createdAt: at,
    updatedAt: at,
    createdBy,
    updatedBy: createdBy,
  }
}
