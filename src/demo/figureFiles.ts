import { createHash } from 'node:crypto'
import { ROLES } from '#access/permissions.ts'
import { addDays } from '#kit/calendar.ts'
import { toColumns } from '#operations/imports/figureColumns.ts'
import { pastColumns } from '#operations/imports/past/columns.ts'
import type { StoreDay } from './figures.ts'
import type { DemoPerson } from './people.ts'
import type { Table } from './rows.ts'

/** The store figures of platforms without files of their own, imported by an admin as one workbook per month. */
export function figureFileTables(
  figures: readonly StoreDay[],
  people: readonly DemoPerson[],
  today: string,
): Table[] {
  const keyed = figures.filter(({ source }) => source === 'keyed')
  const months = [...Map.groupBy(keyed, ({ store, on }) => `${store.companyCode} ${on.slice(0, 7)}`)].sort(
    ([one], [other]) => (one.slice(4) + one < other.slice(4) + other ? -1 : 1),
  )
  const files = months.map(([, days], index) => fileOf(index + 1, days, people, today))
  return [
    ['figureFile', files.map(({ file }) => file)],
    ['figureFileRow', files.flatMap(({ rows }) => rows)],
    ['keyedFigure', files.flatMap(({ figures: keyedFigures }) => keyedFigures)],
  ]
}

function fileOf(id: number, days: readonly StoreDay[], people: readonly DemoPerson[], today: string) {
  const [first] = days
  if (!first) throw new Error('a month without days')
  const { companyCode } = first.store
  const on = days.map((day) => day.on).sort()
  const [fromOn = '', toOn = ''] = [on[0], on.at(-1)]
  const fileName = `其他平台日数据_${fromOn.slice(0, 7)}.xlsx`
  const next = addDays(toOn, 1)
  const at = new Date(`${next < today ? next : today}T01:20:00Z`)
  const by =
    people.find((person) => person.companyCode === companyCode && person.role === ROLES.admin)?.id ?? 1
  const common = {
    companyCode,
    fileName,
    status: 'committed',
    rowsTotal: days.length,
    fromOn,
    toOn,
    commitNo: id,
  }
  return {
    file: {
      id,
      ...common,
      fileHash: createHash('sha256').update(`demo ${companyCode} ${fileName}`).digest('hex'),
      headers: pastColumns.map(({ header }) => header),
      counts: { create: days.length },
      storesTotal: new Set(days.map(({ store }) => store.id)).size,
      createdAt: at,
      createdBy: by,
      updatedAt: at,
      updatedBy: by,
      committedAt: at,
    },
    ...rowsOf(id, days, at),
  }
}

/** The rows of a workbook, and their figures. */
function rowsOf(fileId: number, days: readonly StoreDay[], enteredAt: Date) {
  const rows = days.map((day, index) => ({ day, rowNo: index + 2 }))
  return {
    rows: rows.map(({ day, rowNo }) => ({
      fileId,
      rowNo,
      storeId: day.store.id,
      storeName: day.store.name,
      onDay: day.on,
      figures: toColumns(day.figures),
      state: 'create',
      cells: [],
    })),
    figures: rows.map(({ day: { store, on, figures }, rowNo }) => ({
      companyCode: store.companyCode,
      storeId: store.id,
      onDay: on,
      fileId,
      rowNo,
      enteredAt,
      ...toColumns(figures),
    })),
  }
}
