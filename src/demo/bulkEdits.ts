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
}

const COMPANY = '001'
const HOUR_MS = 3_600_000

/** What was done in bulk in the demo: an edit that can still be taken back, and an import with rows that failed. */
export function bulkTables(
  people: readonly DemoPerson[],
  stores: readonly StoreRow[],
  customers: readonly CustomerRow[],
  now: Date,
): Table[] {
  const admin = people.find(({ username }) => username === 'admin')?.id ?? 1
  const by = { companyCode: COMPANY, createdBy: admin }
  const [edited, imported] = [new Date(now.getTime() - 2 * HOUR_MS), new Date(now.getTime() - 30 * HOUR_MS)]
  const edit = { id: 1, ...by, entity: 'store', changes: { seat: 'dedicated' } }
  const headers = ['客户名称', '联系人', '客户来源', '合同开始日期']
  const file = { id: 1, ...by, entity: 'customer', fileName: '老客户台账.xlsx', headers }
  return [
    ['bulkEdit', [{ ...edit, state: 'done', createdAt: edited, runAt: edited }]],
    ['bulkEditRow', editRows(stores)],
    ['recordImport', [{ ...file, state: 'done', createdAt: imported, runAt: imported }]],
    ['recordImportRow', importRows(customers)],
  ]
}

function editRows(stores: readonly StoreRow[]) {
  const own = stores.filter(({ companyCode, status }) => companyCode === COMPANY && status !== 'stopped')
  const dedicated = own.filter(({ seat }) => seat === 'dedicated').slice(0, 9)
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

function importRows(customers: readonly CustomerRow[]) {
  const written = customers.filter(({ companyCode }) => companyCode === COMPANY).slice(0, 18)
  const states = ['created', 'created', 'updated', 'same']
  const good = written.map(({ id, name }, index) => {
    const state = states[index % states.length] ?? 'created'
    return { name, state, problem: null, recordId: id, cells: null }
  })
  const bad = FAULTS.map((fault) => ({ name: fault.cells[0], ...fault, recordId: null }))
  return [...good, ...bad].map((row, index) => ({ recordImportId: 1, row: index + 2, turn: 0, ...row }))
}
