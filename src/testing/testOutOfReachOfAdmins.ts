import { CANARY, CANARY_CENTS, createdRecord, type HiddenRecords } from './testHidden.ts'
import type { ImportWorld } from './testImports.ts'

/** Records that belong to one user. */
export async function makePersonalRecords({ as, db }: ImportWorld): Promise<HiddenRecords> {
  const admin = as('admin')
  const layout = { dense: false, shown: {}, order: [], pins: {} }
  const view = { list: 'list.stores', name: `${CANARY}视图`, scope: 'personal', query: '', look: layout }
  const saved = createdRecord(await admin.post('/api/saved-views', view))
  const bulk = { entity: 'store', ids: [1], changes: { category: CANARY } }
  const columns = [{ title: '名称', type: 'text', from: { field: 'name' } }]
  const file = { list: 'list.stores', path: '/api/stores', module: 'stores', query: {}, filters: [] }
  const notice = await db.selectFrom('notice').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return {
    '/api/saved-views': saved,
    '/api/subscriptions': createdRecord(
      await admin.post('/api/subscriptions', { viewId: saved.id, every: 'day', hour: 9 }),
    ),
    '/api/bulk-edits': createdRecord(await admin.post('/api/bulk-edits', bulk)),
    '/api/exports/files': createdRecord(
      await admin.post('/api/exports/files', { ...file, columns, locale: 'zh-CN' }),
    ),
    '/api/notices': { id: notice.id, version: 1 },
  }
}

/** Records that the company's admins have set up. */
export async function makeCompanyRecords(
  { as, db, staffId }: ImportWorld,
  people: HiddenRecords,
): Promise<HiddenRecords> {
  const admin = as('admin')
  const days = { name: `${CANARY}节`, fromOn: '2026-06-18', toOn: '2026-06-20', audience: 'company' }
  const alias = { platform: 'taobao', header: `${CANARY}表头`, field: 'nick' }
  const newest = async (
    table: 'holiday' | 'promotionPeriod' | 'payrollCorrection' | 'audit' | 'shiftDef',
  ) => {
    const row = db.selectFrom(table).select('id').orderBy('id', 'desc')
    return { id: (await row.executeTakeFirstOrThrow()).id, version: 1 }
  }
  const done = async (path: string, body: object) => void createdRecord(await admin.post(path, body))
  const at = new Date('2026-05-18T00:00:00Z')
  const robot = {
    name: `${CANARY}群`,
    host: 'example.com',
    kind: 'wecom' as const,
    urlSealed: Buffer.from('x'),
  }
  const webhook = await db
    .insertInto('webhook')
    .values({ ...robot, companyCode: '001', createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  const pay = { month: '2026-05', amountCents: CANARY_CENTS, reason: `${CANARY}补贴` }
  await done('/api/reports/payroll/corrections', { ...pay, staffId: people['/api/staff']?.id })
  await done('/api/holidays', { ...days, kind: 'holiday' })
  await done('/api/promotion-periods', days)
  const times = { mark: '密', from: '09:00', to: '17:00', colour: 'green', fromOn: '2026-06-01' }
  await done('/api/shifts', { ...times, name: `${CANARY}班` })
  const absence = { standInId: staffId('finance'), fromOn: '2026-06-01', toOn: '2026-06-02' }
  return {
    '/api/holidays': await newest('holiday'),
    '/api/promotion-periods': await newest('promotionPeriod'),
    '/api/shifts': await newest('shiftDef'),
    '/api/reports/payroll/corrections': await newest('payrollCorrection'),
    '/api/audit-logs': await newest('audit'),
    '/api/webhooks': { id: webhook.id, version: 1 },
    '/api/import-aliases': createdRecord(await admin.post('/api/import-aliases', alias)),
    '/api/figure-checks': createdRecord(await admin.post('/api/figure-checks', {})),
    '/api/monthly-financials/:month/lines': createdRecord(
      await admin.post('/api/monthly-financials/2026-04/lines', { label: `${CANARY}房租`, amountCents: 100 }),
    ),
    '/api/reimbursement-stand-ins': createdRecord(await admin.post('/api/reimbursement-stand-ins', absence)),
  }
}
