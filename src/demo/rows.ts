import type { DB } from '#db/tables.ts'
import { dayOf } from '#kit/calendar.ts'
import { toColumns } from '#operations/imports/figureColumns.ts'
import { bulkTables } from './bulkEdits.ts'
import { churnRows } from './churn.ts'
import { firstMonth } from './closings.ts'
import { contactTables } from './contacts.ts'
import { customerRows, demoCustomers } from './customers.ts'
import { figureFileTables } from './figureFiles.ts'
import { figuresOfStore, type StoreDay } from './figures.ts'
import { demoImports } from './imports.ts'
import { leaverRows } from './leavers.ts'
import { leaveRows } from './leaves.ts'
import { lifeTables } from './life.ts'
import { newCompanyRows } from './newCompany.ts'
import { payRows } from './pay.ts'
import { COMPANIES, demoPeople, staffRows, staffStateRows } from './people.ts'
import { profileOf } from './profiles.ts'
import { rosterRows } from './rosters.ts'
import { accountRows, assignmentRows, demoServices, leaders } from './service.ts'
import { demoShifts } from './shifts.ts'
import { standInRows } from './standIns.ts'
import { demoStores, storeRows } from './stores.ts'
import { exportRows, viewRows } from './views.ts'
import { worklogTables } from './worklogs.ts'

export type Table = [name: keyof DB, rows: object[]]

/** All rows of the demo by table, in order of their foreign keys; deterministic for a given time. */
export function demoRows(now: Date, passwordHash: string): Table[] {
  const day = dayOf(now)
  const people = demoPeople()
  const staff = staffRows(people, passwordHash, day)
  const leavers = leaverRows(people, passwordHash, day)
  const newCompany = newCompanyRows(staff.length + leavers.length + 1, passwordHash, now)
  const customers = customerRows(demoCustomers(people), day)
  const stores = demoStores(demoCustomers(people), day)
  const services = demoServices(stores, people, day)
  const shiftOf = demoShifts(people)
  const assigned = assignmentRows(services, shiftOf)
  const storeList = withAssignedShifts(storeRows(stores, leaders(services, people), now), assigned)
  const servicesOf = Map.groupBy(services, ({ store }) => store)
  const figures = stores.flatMap((store) => figuresOfStore(store, servicesOf.get(store) ?? [], day))
  const churn = churnRows({ people, customers: demoCustomers(people), stores, services }, now)
  const shifts = rosterRows(people, day)
  const imports = demoImports(figures, services, day)
  return [
    ['company', companyRows(now, newCompany.company)],
    ['staff', staff],
    ['staff', leavers],
    ['staff', [newCompany.admin]],
    ['staffPay', payRows([...staff, ...leavers], day)],
    ['staffState', staffStateRows(people, day, now)],
    ['customer', customers],
    ['store', storeList],
    ['companySetup', finishedSetups(storeList, now)],
    ...contactTables(customers, people, now),
    ['counter', [...counters(customers), ...counters(storeList)]],
    ...dutyTables(assigned, { people, services, rosters: shifts, today: day }, now),
    ...lifeTables(stores, now, day),
    ['agentAccount', accountRows(services)],
    ...importTables(imports),
    ...churnTables(churn),
    ['savedView', viewRows(people, now)],
    ...exportTables(exportRows(people, customers, now)),
    ...bulkTables(people, storeList, customers, now),
    ...figureTables(figures, imports.batchOf),
    ...figureFileTables(figures, people, day),
    ...worklogTables(services, { shifts, shiftOf, figuresByDay: figuresByDay(figures), now }),
  ]
}

/** Who works when: leaves, assignments with the stand-ins, and rosters. */
function dutyTables(
  assigned: ReturnType<typeof assignmentRows>,
  facts: Omit<Parameters<typeof standInRows>[0], 'leaves'>,
  now: Date,
): Table[] {
  const leaves = leaveRows(facts.people, facts.rosters, now)
  const standIns = standInRows({ ...facts, leaves }).map((row, at) => ({
    ...row,
    id: assigned.length + at + 1,
  }))
  return [
    ['staffLeave', leaves],
    [
      'storeAssignment',
      [...assigned.map((row) => ({ ...row, insteadOf: null, leaveId: null })), ...standIns],
    ],
    ['rosterShift', [...facts.rosters]],
  ]
}

/** Stores that are assigned need somebody in the shifts of their present assignments. */
function withAssignedShifts<Row extends { id: number; shifts: string[] }>(
  stores: readonly Row[],
  assigned: ReturnType<typeof assignmentRows>,
): Row[] {
  const byStore = Map.groupBy(assigned, ({ storeId }) => storeId)
  return stores.map((store) => {
    const rows = byStore.get(store.id) ?? []
    const present = rows.filter(({ toOn }) => toOn === null)
    const shifts = new Set((present.length > 0 ? present : rows).map(({ shift }) => shift))
    return shifts.size > 0 ? { ...store, shifts: [...shifts] } : store
  })
}

/** The companies with data, whose books begin with the oldest closed month, and the one without. */
const companyRows = (now: Date, newCompany: object) => [
  ...COMPANIES.map((company) => ({
    ...company,
    ...profileOf(company.code),
    booksFrom: `${firstMonth(now)}-01`,
  })),
  newCompany,
]

/** Companies that have stores are past their set-up. */
const finishedSetups = (stores: readonly { companyCode: string }[], now: Date) =>
  [...new Set(stores.map(({ companyCode }) => companyCode))].map((companyCode) => ({
    companyCode,
    finishedAt: now,
    updatedAt: now,
  }))

/** The figures by store and day. */
const figuresByDay = (figures: readonly StoreDay[]) =>
  new Map(figures.map(({ store, on, figures: dayFigures }) => [`${store.id} ${on}`, dayFigures]))

const importTables = ({ batches, groups, replaced }: ReturnType<typeof demoImports>): Table[] => [
  ['importBatch', batches],
  ['importGroup', groups],
  ['importReplaced', replaced],
]

const exportTables = ({ files, parts }: ReturnType<typeof exportRows>): Table[] => [
  ['exportFile', files],
  ['exportPart', parts],
]

const churnTables = ({ records, measures, snapshots }: ReturnType<typeof churnRows>): Table[] => [
  ['churnRecord', records],
  ['churnMeasure', measures],
  ['churnSnapshot', snapshots],
]

/** The daily figures of stores and nicks, as the evening's import would save them. */
function figureTables(
  figures: readonly StoreDay[],
  batchOf: ReturnType<typeof demoImports>['batchOf'],
): Table[] {
  const common = ({ store, on }: StoreDay) => ({
    storeId: store.id,
    onDay: on,
    companyCode: store.companyCode,
    batchId: batchOf(store, on),
    updatedAt: new Date(`${on}T15:00:00Z`),
  })
  const storeDays = figures.map((day) => ({
    ...common(day),
    source: day.source,
    ...toColumns(day.figures),
  }))
  const agentDays = figures.flatMap((day) =>
    day.agents.map(({ nick, figures: nickFigures }) => ({
      ...common(day),
      source: 'imported',
      nick,
      ...toColumns(nickFigures),
    })),
  )
  return [
    ['storeDaily', storeDays],
    ['agentDaily', agentDays],
  ]
}

/** The last document number per company and prefix, so that new records get unused numbers. */
function counters(rows: readonly { companyCode: string; code: string }[]) {
  const last = new Map<string, { companyCode: string; prefix: string; last: number }>()
  for (const { companyCode, code } of rows) {
    const [prefix, number] = [code.slice(0, -4), Number(code.slice(-4))]
    const lastNumber = last.get(companyCode + prefix)?.last ?? 0
    last.set(companyCode + prefix, { companyCode, prefix, last: Math.max(lastNumber, number) })
  }
  return [...last.values()]
}
