import type { DemoPerson } from './people.ts'
import type { Table } from './rows.ts'

interface StoreRow {
  id: number
  companyCode: string
  name: string
  seat: string
  status: string
}

interface CustomerRow {
  id: number
  companyCode: string
  name: string
  ownerId: number
  status: string
  source: string
}

const COMPANY = '001'
const HOUR_MS = 3_600_000

/** Bulk changes of the demo: an edit and an import that can still be undone, and an older import with failed rows. */
export function bulkTables(
  people: readonly DemoPerson[],
  stores: readonly StoreRow[],
  customers: readonly CustomerRow[],
  now: Date,
): Table[] {
  const idOf = (who: string) => people.find(({ username }) => username === who)?.id ?? 1
  const done = (who: string, hoursAgo: number) => {
    const at = new Date(now.getTime() - hoursAgo * HOUR_MS)
    return { companyCode: COMPANY, createdBy: idOf(who), state: 'done', createdAt: at, runAt: at }
  }
  const edit = { id: 1, entity: 'store', changes: { seat: 'dedicated' }, ...done('admin', 2) }
  const file = { entity: 'customer', fileName: '老客户台账.xlsx', headers: HEADERS }
  const correction = { entity: 'customer', fileName: '客户来源补录.xlsx', headers: HEADERS.slice(0, 3) }
  return [
    ['bulkEdit', [edit]],
    ['bulkEditRow', editRows(stores)],
    [
      'recordImport',
      [
        { id: 1, ...file, ...done('admin', 30) },
        { id: 2, ...correction, ...done('sales', 5) },
      ],
    ],
    ['recordImportRow', [...importRows(customers), ...correctionRows(customers, idOf('sales'))]],
  ]
}

const HEADERS = ['客户名称', '联系人', '客户来源', '合同开始日期']

function editRows(stores: readonly StoreRow[]) {
  const companyStores = stores.filter(
    ({ companyCode, status }) => companyCode === COMPANY && status !== 'stopped',
  )
  const dedicated = companyStores.filter(({ seat }) => seat === 'dedicated').slice(0, 9)
  const done = dedicated.map(({ id, name }) => {
    return { recordId: id, name, state: 'done', problem: null, before: { seat: 'shared' }, version: 1 }
  })
  const already = dedicated.slice(-2).map(({ id, name }) => {
    const problem = '已经是这些值，不需要修改。'
    return { recordId: id, name, state: 'skipped', problem, before: null, version: null }
  })
  return [...done.slice(0, -2), ...already].map((row, index) => ({
    bulkEditId: 1,
    position: index + 1,
    ...row,
  }))
}

const FAULTS = [
  {
    cells: ['湖州青禾家纺有限公司', '沈女士', '朋友', '2026-02-01'],
    state: 'error',
    problem: '客户来源没有“朋友”这一项，可填：转介绍、上门拜访、线上咨询、展会活动、其他。',
  },
  {
    cells: ['绍兴兰亭文具有限公司', '陆先生', '转介绍', '2026年2月30日'],
    state: 'error',
    problem: '合同开始日期“2026年2月30日”不是日期，应如 2026-05-15。',
  },
]

/** Previous values are stored for one day only. */
const UNDO_EXPIRED = { before: null, version: null }

function importRows(customers: readonly CustomerRow[]) {
  const written = customers.filter(({ companyCode }) => companyCode === COMPANY).slice(0, 18)
  const states = ['created', 'created', 'updated', 'same']
  const good = written.map(({ id, name }, index) => {
    const state = states[index % states.length] ?? 'created'
    return { name, state, problem: null, recordId: id, cells: null, ...UNDO_EXPIRED }
  })
  const bad = FAULTS.map((fault) => ({ name: fault.cells[0], ...fault, recordId: null, ...UNDO_EXPIRED }))
  return [...good, ...bad].map((row, index) => ({ recordImportId: 1, row: index + 2, turn: 0, ...row }))
}

/**
 * A few hours ago a sales person corrected the source of their own customers by import; one row matched no customer.
 */
function correctionRows(customers: readonly CustomerRow[], ownerId: number) {
  const ownedCustomers = customers
    .filter((one) => one.ownerId === ownerId && one.status === 'active')
    .slice(-9)
  const good = ownedCustomers.map(({ id, name, source }) => ({
    name,
    state: source === 'other' ? 'same' : 'updated',
    problem: null,
    recordId: id,
    cells: null,
    ...(source === 'other' ? UNDO_EXPIRED : { before: { source: 'other' }, version: 1 }),
  }))
  const cells = ['温州海棠鞋业有限公司', '', '老客户介绍']
  const problem = '客户来源没有“老客户介绍”这一项，可填：转介绍、上门拜访、线上咨询、展会活动、其他。'
  const bad = { name: cells[0], state: 'error', problem, recordId: null, cells, ...UNDO_EXPIRED }
  return [...good, bad].map((row, index) => ({ recordImportId: 2, row: index + 2, turn: 0, ...row }))
}
