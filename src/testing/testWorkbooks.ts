import { IMPORT_KINDS } from '#access/kinds.ts'
import { sheets } from '#app/sheets.ts'
import { exportRows } from '#demo/views.ts'
import { type Sheet, toXlsx } from '#kit/sheets/write.ts'
import { streamXlsx } from '#kit/sheets/writeStream.ts'
import { inChinese } from '#kit/text.ts'
import { aboutSheet, dataColumns, dataRows, dataSheet, type ExportData } from '#kit/ui/list/workbook.ts'
import { issuedSheet } from '#kit/ui/passwordTable.ts'
import { platformTemplate } from '#operations/imports/drawer/platformTemplate.ts'
import { problemSheet } from '#operations/imports/drawer/problemSheet.ts'
import { faultSheet } from '#operations/imports/past/faultSheet.ts'
import { buildPastTemplate } from '#operations/imports/past/template.ts'
import { filePlatforms } from '#operations/imports/reader/fields.ts'
import type { ImportRow, RecordImport } from '#platform/record-imports/contract.ts'
import { failedSheet, passwordSheet } from '#platform/record-imports/resultSheets.ts'
import { existingSheets, templateSheets } from '#platform/record-imports/template.ts'

/** Texts that a spreadsheet could misread: formulas, controls, escapes, lone surrogates, long ones. */
const ODD = [
  '=1+1',
  '-5',
  '＝HYPERLINK("x")',
  '多\n行\r\n',
  ' <a>&"\'',
  '_x000D_',
  '\u0000\u0007\ufffe',
  '\ud800',
  '长'.repeat(40_000),
  '00123456789012345678',
  '😀旗舰店',
]
const at = new Date('2026-05-19T00:42:16Z')
const about = { company: '启明 & 客服[东]', person: '林知远', at, say: inChinese }

/** An export with every type of column, with odd values, and with totals. */
const data: ExportData = {
  columns: [
    { title: '店铺名称/[测试]:*?', type: 'text' },
    { title: '=数量', type: 'count' },
    { title: '金额', type: 'money' },
    { title: '回复率', type: 'rate' },
    { title: '首响', type: 'seconds' },
    { title: '日期', type: 'day' },
    { title: '更新时间', type: 'instant' },
  ],
  rows: [
    ...ODD.map((text) => [text, text, text, text, text, text, text]),
    ['晨曦', 1_367, -1_250, 9_971, 18, '2026-05-15', '2026-05-18T17:00:05.000Z'],
    ['大', 1.5, Number.MAX_SAFE_INTEGER, 10_000, 0.1 + 0.2, '1899-01-01', null],
    ['小', 1e-9, -1, -3, 1e21, '9999-12-31', '2026-02-30T00:00:00Z'],
  ],
}
const columnSum = (column: number) =>
  data.rows.reduce((sum, row) => sum + (typeof row[column] === 'number' ? (row[column] as number) : 0), 0)
data.totals = ['合计（14 店）', columnSum(1), columnSum(2), 9_000, 18, null, null]

const notes = () =>
  aboutSheet({ module: '店铺', filters: ODD, person: '林知远', now: at, rows: data.rows.length })

/** The export of a list or of a page. */
const exported = (): Uint8Array[] => [
  toXlsx([dataSheet('店铺', data), notes()], about),
  toXlsx([dataSheet('History', { ...data, totals: undefined }), notes()], about),
  toXlsx([dataSheet("'", { ...data, rows: [] }), notes()], about),
]

function streamed(): Uint8Array[] {
  const chunks: Uint8Array[] = []
  const stream = streamXlsx(['店铺/日', '导出说明'], dataColumns(data.columns), (bytes) => chunks.push(bytes))
  for (let part = 0; part < 100; part += 1) stream.add(dataRows(data.columns, data.rows.slice(0, 14)))
  stream.end({ totals: ['合计', 100 * columnSum(1), null], notes: notes(), about })
  return [Buffer.concat(chunks)]
}

const saved = (list: Sheet[]) => [toXlsx(list)]

const stores = [
  { code: 'DP2026050001', name: '晨曦家居旗舰店', platform: 'tmall' as const },
  { code: 'DP2026050002', name: "'O'Brien'", platform: 'douyin' as const },
]

const recordImport: RecordImport = {
  id: 1,
  entity: 'store',
  fileName: '店铺.xlsx',
  headers: ['店铺名称', ...ODD.slice(0, 3)],
  unknownHeaders: [],
  state: 'ready',
  counts: {} as RecordImport['counts'],
  noted: 0,
  createdAt: at.toISOString(),
  createdByName: '林知远',
  runAt: null,
  undoneAt: null,
  undoneByName: null,
  undoable: false,
}

const failedRow: ImportRow = {
  row: 7,
  name: '晨曦',
  state: 'error',
  problem: '名称重复。\n平台不对。',
  recordId: null,
  cells: ODD,
}

/** Workbooks of each kind, with odd values, by the file of the program that writes them. */
export const WORKBOOKS: Record<string, () => Uint8Array[]> = {
  'kit/ui/list/exportList.tsx': exported,
  'kit/ui/useSheetExport.tsx': exported,
  'billing/receivables/useStatementExport.tsx': exported,
  'finance/monthly-financials/MonthsScreen.tsx': exported,
  'operations/rosters/RosterWeek.tsx': exported,
  'operations/worklogs/CalendarScreen.tsx': exported,
  'platform/exports/writeFile.ts': streamed,
  'kit/ui/OneTimePasswords.tsx': () =>
    saved([issuedSheet([{ name: "'O'Brien", username: 'xiaohe', password: '=Abc-123' }])]),
  'demo/views.ts': () => {
    const people = [{ id: 1, username: 'admin', companyCode: '001', name: '林知远' }]
    const customers = [{ code: 'KH2026050001', name: '晨曦', companyCode: '001' }]
    const { parts } = exportRows(people as never, customers, at)
    return parts.map(({ bytes }) => Buffer.from(bytes.slice(2), 'hex'))
  },
  'platform/record-imports/useTemplateFiles.tsx': () =>
    IMPORT_KINDS.flatMap((kind) => {
      const { columns } = sheets[kind].sheet
      const named = Object.fromEntries(columns.map(({ field }) => [field, ['林知远', ...ODD]]))
      const rows = [Object.fromEntries(columns.map(({ field }, n) => [field, ODD[n % ODD.length] ?? null]))]
      return [
        toXlsx(templateSheets(columns, kind, named)),
        toXlsx(templateSheets(columns, kind, {})),
        toXlsx(existingSheets(columns, kind, { named, rows })),
      ]
    }),
  'platform/record-imports/useSavedFiles.tsx': () => [
    ...saved([failedSheet(recordImport, [failedRow])]),
    ...saved([passwordSheet([{ row: 2, name: '周小禾', username: 'xiaohe', oneTimePassword: '-Abc=123' }])]),
  ],
  'operations/imports/drawer/FilesView.tsx': () =>
    filePlatforms.flatMap((platform) => saved(platformTemplate(platform))),
  'operations/imports/drawer/useProblemDownload.tsx': () => {
    const problem = { row: 3, column: '咨询人数', code: 'NOT_NUMBER', message: '不是数字。' }
    const file = { fileName: '旺旺数据.xlsx', headers: ODD, items: [{ ...problem, cells: ODD }], total: 1 }
    return saved([file, file].map((one) => problemSheet(one as never)))
  },
  'operations/imports/past/PastFileView.tsx': () => {
    const item = { row: 3, faults: [{ column: '日期', message: '不是日期。' }], cells: ODD }
    return saved([
      faultSheet({ headers: ['', ...ODD.slice(0, 5), '行号'], items: [item], total: 1 } as never),
    ])
  },
  'operations/imports/past/TemplateForm.tsx': () => [
    ...saved(buildPastTemplate(stores, { from: '2026-05-01', to: '2026-05-31' })),
    ...saved(buildPastTemplate([], null)),
  ],
}
