import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ImportGroup, ImportPreview } from '#operations/imports/contract.ts'
import { fileStatus, tally } from './fileStatus.ts'
import {
  type Choices,
  chosenGroups,
  commitInput,
  type FileEntry,
  formatRowRanges,
  groupKey,
  isIncluded,
  needsStore,
  newEntry,
  nickKey,
  openNicks,
  plannedGroups,
  withDefaults,
} from './rules.ts'

const replaces = {
  standing: 0,
  inserted: 1,
  replaced: 0,
  unchanged: 0,
  kept: [],
  keptTotal: 0,
  store: 'sum' as const,
}

function group(changes: Partial<ImportGroup> = {}): ImportGroup {
  return {
    storeId: 1,
    storeName: '晨曦家居旗舰店',
    on: '2026-05-15',
    agents: [],
    agentTotal: 12,
    replaces,
    unmatchedNicks: [],
    corrections: [],
    blocks: [],
    committed: false,
    ...changes,
  }
}

function entry(
  groups: ImportGroup[],
  changes: Partial<ImportPreview> = {},
): FileEntry & { preview: ImportPreview } {
  const preview: ImportPreview = {
    id: 7,
    version: 1,
    status: 'preview',
    fileName: 'a.xlsx',
    platform: 'taobao',
    on: null,
    onFrom: null,
    storeId: null,
    storeName: null,
    agents: [],
    agentTotal: 0,
    replaces: null,
    groups,
    blocks: [],
    unmatchedNicks: [],
    skippedRows: [],
    skippedTotal: 0,
    problems: [],
    problemTotal: 0,
    unknownHeaders: [],
    pending: [],
    otherSheets: [],
    createdByName: '周小禾',
    createdAt: '2026-05-16T01:00:00Z',
    keptUntil: '2026-05-30',
    ...changes,
  }
  return { ...newEntry('a', 'a.xlsx', new File([], 'a.xlsx')), phase: 'read', preview }
}

const noStore = {
  storeId: null,
  storeName: null,
  blocks: [{ code: 'NO_STORE' as const, message: '请选择店铺。' }],
}
const NOBODY = new Map()
const choices: Choices = { owners: NOBODY, mayCreate: false, inBulk: false, newStoreOf: () => undefined }
const earlier = { id: 3, fileName: 'a.xlsx', committedAt: '2026-05-16T01:00:00Z', createdByName: '周小禾' }

test('only groups that are neither blocked nor excluded are written', () => {
  const blocked = group({ storeId: 2, blocks: [{ code: 'PLATFORM_MISMATCH', message: '平台不符。' }] })
  const excludedGroup = group({ on: '2026-05-16' })
  const file = { ...entry([group(), blocked, excludedGroup]), excluded: [groupKey(excludedGroup)] }
  assert.deepEqual(chosenGroups(file), [group()])
  assert.deepEqual(commitInput(file, NOBODY), {
    id: 7,
    version: 1,
    groups: [{ storeId: 1, on: '2026-05-15' }],
  })
})

test('the owner of a nick is sent once per store and counts for every file; an unmatched nick is not sent', () => {
  const days = ['2026-05-15', '2026-05-16'].map((on) => group({ on, unmatchedNicks: ['小雨', '小晴'] }))
  const file = entry(days)
  const owners = new Map([[nickKey(1, '小雨'), { id: 4, name: '周小禾' }]])
  assert.deepEqual(commitInput(file, owners).bindings, [{ nick: '小雨', staffId: 4, storeId: 1 }])
  assert.deepEqual(openNicks(file, owners), [{ storeId: 1, nick: '小晴' }])
  assert.equal(isIncluded(file, choices), true)
  // The nick without an owner is in two files, and is one question.
  const others = { ...file, key: 'b' }
  assert.equal(tally([file, others], { ...choices, owners }).openNicks, 1)
  assert.equal(fileStatus(others, { ...choices, owners }).sentence, '“小晴”是谁？可以先导入')
})

test('整店替换 is sent only if it was chosen', () => {
  assert.equal(commitInput(entry([group()]), NOBODY).replaceWholeStore, undefined)
  assert.equal(commitInput({ ...entry([group()]), wholeStore: true }, NOBODY).replaceWholeStore, true)
})

test('a file that was imported before is written only if the user confirms it', () => {
  const file = entry([group()], { duplicateOf: earlier })
  assert.equal(fileStatus(file, choices).label, '重复')
  assert.equal(isIncluded(file, choices), false)
  assert.equal(isIncluded({ ...file, again: true }, choices), true)
})

test('a store is requested if choosing one would help', () => {
  const unnamed = group(noStore)
  const named = group({ ...noStore, storeName: '不存在的店铺' })
  assert.equal(needsStore(entry([unnamed]).preview), true)
  assert.equal(needsStore(entry([named]).preview), true)
  assert.equal(needsStore(entry([group(), named]).preview), false)
})

test('data of the opening screen is used only if the file lacks it', () => {
  const defaults = { storeId: 9, on: '2026-05-18' }
  assert.equal(withDefaults(entry([group()]).preview, {}, defaults), null)
  assert.deepEqual(withDefaults(entry([group(noStore)]).preview, {}, defaults), { storeId: 9 })
  assert.deepEqual(withDefaults(entry([group({ ...noStore, on: null })]).preview, {}, defaults), defaults)
  assert.equal(withDefaults(entry([group(noStore)]).preview, { storeId: 5 }, defaults), null)
})

test('fileStatus returns a label for each status of a file', () => {
  const label = (file: FileEntry) => fileStatus(file, choices).label
  const problems = [
    { row: 9, column: '咨询人数', message: '小于 0' },
    { row: 17, column: '咨询人数', message: '小于 0' },
  ]
  assert.equal(label(entry([group()])), '可导入')
  assert.equal(label(entry([group(noStore)])), '待选店铺')
  assert.equal(
    label(entry([group({ on: null, blocks: [{ code: 'NO_DAY', message: '请选日期。' }] })])),
    '待补日期',
  )
  assert.equal(label(entry([group({ unmatchedNicks: ['小雨'] })])), '1 个昵称待对应')
  assert.equal(label(entry([group(), group(noStore)])), '1/2 组可导入')
  assert.equal(label(entry([])), '没有数据')
  const troubled = fileStatus(entry([group()], { problems, problemTotal: 2 }), choices)
  assert.deepEqual([troubled.label, troubled.sentence], ['2 行有问题', '第 9、17 行：咨询人数：小于 0'])
})

test('a group whose store is created with the import is written; one that lacks a day too is not', () => {
  const named = group({ ...noStore, storeName: '不存在的店铺' })
  const file = entry([group(), named])
  const creating = { ...choices, mayCreate: true, newStoreOf: () => '不存在的店铺' }
  assert.equal(plannedGroups(file, choices).length, 1)
  assert.equal(plannedGroups(file, creating).length, 2)
  assert.equal(chosenGroups(file).length, 1)
  assert.equal(fileStatus(file, creating).label, '新建店铺后导入')
  assert.equal(fileStatus(entry([named]), { ...creating, newStoreOf: () => undefined }).label, '待建店铺')
  const dayless = group({
    ...noStore,
    on: null,
    blocks: [...noStore.blocks, { code: 'NO_DAY', message: '请选日期。' }],
  })
  assert.equal(isIncluded(entry([dayless]), creating), false)
})

test('tally counts what is written and what is not', () => {
  const store = { row: 4, pending: [] }
  const files = [entry([group({ store })]), entry([group()], { problemTotal: 3 }), entry([group(noStore)])]
  const { included, rows, incomplete, problemRows } = tally(files, choices)
  assert.deepEqual(
    { included, rows, incomplete, problemRows },
    { included: 2, rows: 25, incomplete: 1, problemRows: 3 },
  )
})

test('row numbers are formatted as ranges', () => {
  assert.equal(formatRowRanges([8, 6, 7, 11]), '6–8、11')
  assert.equal(formatRowRanges([]), '')
})
