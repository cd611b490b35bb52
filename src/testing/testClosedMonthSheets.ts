import type { Answer, Caller } from './testApp.ts'
import { assertDone } from './testClosedMonth.ts'
import type { Attempt } from './testClosedMonthPaths.ts'
import type { ImportWorld } from './testImports.ts'
import { type Cells, sheetOf } from './testSheets.ts'

/**
 * Repeats a step, which handles some rows at a time, until the whole has the given state; returns the last response.
 */
async function until(who: Caller, path: string, state: string, body: object = {}): Promise<Answer> {
  for (;;) {
    const answer = await who.post(path, body)
    if (answer.status !== 200 || answer.data.state === state) return answer
  }
}

/** A sheet, and the user who uploaded it. */
interface Sheet {
  who: Caller
  path: string
}

/** Joins the distinct problems of all rows, so that a row that was written changes the result. */
async function problemsOf({ who, path }: Sheet): Promise<string> {
  const { items } = (await who.get(`${path}/rows`)).data
  return [...new Set(items.map(({ problem }: { problem: string }) => problem))].join()
}

/**
 * Sheets of records: checked before the month is closed and written after it, or written before and undone after it.
 */
export async function sheetPaths({ as }: ImportWorld): Promise<Attempt[]> {
  const path = '/api/record-imports'
  const uploadSheet = async (who: string, entity: string, rows: Cells[]): Promise<Sheet> => {
    const made = await as(who).upload(path, { name: '资料.xlsx', bytes: sheetOf(rows) }, { entity })
    assertDone(made, `sheet of ${entity}`)
    return { who: as(who), path: `${path}/${made.data.id}` }
  }
  const checked = async (who: string, entity: string, rows: Cells[]) => {
    const sheet = await uploadSheet(who, entity, rows)
    assertDone(await until(sheet.who, `${sheet.path}/check`, 'ready'), `check of ${entity}`)
    return sheet
  }
  const written = async (entity: string, rows: Cells[]) => {
    const sheet = await checked('admin', entity, rows)
    assertDone(await until(sheet.who, `${sheet.path}/run`, 'done'), `run of ${entity}`)
    return sheet
  }
  const store = { 客户: 'KH2026050001', 平台: '拼多多', 状态: '服务中', 上线日期: '2026-04-10' }
  const terms = { 计费方式: '固定月费', 计费生效日: '2026-04-10', 费用: '3000.00' }
  const daily = { 生效日期: '2026-04-12', 计费方式: '按天', 费用: '90', 原因: '试按天' }
  const opening = { 客户: 'KH2026050001', 类型: '期初应收', 金额: '3200.00', 发生日期: '2024-12-10' }
  const stopped = { ...store, 状态: '已停止', 停止日期: '2026-04-20', 流失原因: '价格' }
  const assigned = { 班次: '晚班', 职责: '副责', 占比: '0%', 开始日期: '2026-04-11' }
  const existingStore = { 店铺编号: 'DP0002', 客户: 'KH2026050001', 平台: '抖音', 店铺名称: '星澜美妆' }
  const person = { 用户名: 'agent3', 姓名: '李若彤', 角色: '客服' }
  const writtenSheets = [
    await written('assignment', [{ ...assigned, 店铺: '星澜美妆', 客服: '周小禾' }]),
    await written('terms', [{ ...daily, 店铺: '星澜美妆' }]),
    await written('opening', [{ ...opening, 原单号: 'B-1' }]),
    await written('opening', [{ ...opening, 类型: '期初押金', 原单号: 'B-2' }]),
  ]
  const editingSheets = [
    await written('store', [{ ...existingStore, 上线日期: '2026-04-12' }]),
    await written('staff', [{ ...person, 入职日期: '2026-04-12' }]),
  ]
  // A user's next sheet replaces their unwritten one, so each of these sheets is another user's.
  const checkedSheets = [
    await checked('admin', 'opening', [
      { ...opening, 原单号: 'A-1' },
      { ...opening, 类型: '期初押金', 原单号: 'A-2' },
    ]),
    await checked('finance', 'store', [
      { ...store, 店铺名称: '表里的店' },
      { ...store, 店铺名称: '表里有价的店', ...terms },
      { ...stopped, 店铺名称: '表里停了的店' },
    ]),
    await checked('sales2', 'terms', [{ ...daily, 店铺: '宏远数码京东自营店' }]),
    await checked('head', 'assignment', [{ ...assigned, 店铺: '晨曦家居旗舰店', 客服: '李若彤' }]),
  ]
  const late = await uploadSheet('sales', 'store', [{ ...store, 店铺名称: '迟到的店' }])
  const rowProblems = ({ data }: Answer) =>
    data.rows.map(({ problem }: { problem: string }) => problem).join()
  const undo = ({ who, path: sheet }: Sheet) => ({
    route: `POST ${path}/:id/undo`,
    call: () => until(who, `${sheet}/undo`, 'undone'),
  })
  return [
    {
      route: `POST ${path}/:id/check`,
      call: () => until(late.who, `${late.path}/check`, 'ready'),
      problem: () => problemsOf(late),
    },
    ...checkedSheets.map((sheet) => ({
      route: `POST ${path}/:id/run`,
      call: () => until(sheet.who, `${sheet.path}/run`, 'done'),
      problem: () => problemsOf(sheet),
    })),
    ...writtenSheets.map((sheet) => ({ ...undo(sheet), problem: rowProblems })),
    ...editingSheets.map((sheet) => ({ ...undo(sheet), passes: true as const })),
  ]
}

/**
 * Bulk edits, and fields that are restored from the log: except pay none of them affects a month, whatever day they
 * name.
 */
export async function editPaths({ as, db, storeId, staffId }: ImportWorld): Promise<Attempt[]> {
  const path = '/api/bulk-edits'
  const admin = as('admin')
  const stores = { entity: 'store', ids: [storeId('晨曦家居旗舰店')] }
  const people = { entity: 'staff', ids: [staffId('agent2')] }
  const edits = [
    ['finance', { ...stores, changes: { onlineOn: '2026-04-20', trialOn: '2026-04-10' } }],
    ['head2', { ...people, changes: { hiredOn: '2026-04-20' } }],
  ] as const
  const attempts: Attempt[] = []
  for (const [name, body] of edits) {
    const who = as(name)
    const made = await who.post(path, body)
    assertDone(made, `edit of ${body.entity}`)
    const edit = `${path}/${made.data.id}`
    assertDone(await until(who, `${edit}/check`, 'ready'), `check of ${body.entity}`)
    attempts.push(
      { route: `POST ${path}/:id/run`, call: () => until(who, `${edit}/run`, 'done'), passes: true },
      { route: `POST ${path}/:id/undo`, call: () => until(who, `${edit}/undo`, 'undone'), passes: true },
    )
  }
  const paid = { ...people, changes: { baseSalaryCents: 500_000, payFromOn: '2026-04-20' } }
  const pay = `${path}/${(await admin.post(path, paid)).data.id}`
  assertDone(await until(admin, `${pay}/check`, 'ready'), 'check of pay')
  attempts.push({
    route: 'POST /api/bulk-edits/:id/run',
    call: () => until(admin, `${pay}/run`, 'done'),
    problem: () => problemsOf({ who: admin, path: pay }),
  })
  const id = storeId('宏远数码京东自营店')
  const { version } = (await admin.get(`/api/stores/${id}`)).data
  assertDone(await admin.patch(`/api/stores/${id}`, { version, onlineOn: '2026-04-20' }), 'edit')
  const line = await db.selectFrom('audit').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  attempts.push({
    route: 'POST /api/audit-logs/:id/restore',
    call: async () => {
      const current = (await admin.get(`/api/stores/${id}`)).data
      const field = { field: 'onlineOn', version: current.version }
      return admin.post(`/api/audit-logs/${line.id}/restore`, field)
    },
    passes: true,
  })
  return attempts
}
