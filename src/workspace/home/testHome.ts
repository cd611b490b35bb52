import type { Database } from '#db/connect.ts'
import { idsIn } from '#testing/testWorld.ts'

/** Unmatched nicks, imports to confirm and ending contracts. */
export async function seedNicksImportsAndContracts(db: Database): Promise<void> {
  const person = async (username: string) =>
    (await db.selectFrom('staff').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const store = await db
    .selectFrom('store')
    .select('id')
    .where('name', '=', '晨曦家居旗舰店')
    .executeTakeFirstOrThrow()
  const day = { storeId: store.id, onDay: '2026-05-18' }
  const figures = { ...day, companyCode: '001', source: 'imported' as const }
  await db
    .insertInto('agentDaily')
    .values([
      { ...figures, nick: '晨曦:小禾', consultUsers: 30 },
      { ...figures, nick: '晨曦:新人', consultUsers: 10 },
    ])
    .execute()
  const counts = { rowsOk: 1, rowsProblem: 0, rowsSkipped: 0, findings: '{}' }
  const file = { companyCode: '001', fileName: '店.csv', fileHash: 'x', fileBytes: 1, platform: 'taobao' }
  await db
    .insertInto('importBatch')
    .values([
      { ...file, ...counts, createdBy: await person('agent'), status: 'preview' },
      { ...file, ...counts, createdBy: await person('agent'), status: 'undone' },
      { ...file, ...counts, createdBy: await person('head'), status: 'preview' },
    ])
    .execute()
  const endings = [
    ['杭州晨曦家居有限公司', '2026-06-18'],
    ['宏远数码', '2026-07-19'],
    ['恒月母婴', '2026-05-19'],
  ] as const
  for (const [name, contractEndOn] of endings) {
    await db.updateTable('customer').set({ contractEndOn }).where('name', '=', name).execute()
  }
}

/** Logs to review and to edit, warnings, and questions about figures, some of them for other people. */
export async function seedLogsWarningsAndQuestions(db: Database, now: Date): Promise<void> {
  const { staffId, storeId, customerId } = idsIn(db)
  const [agent, head, head2] = [await staffId('agent'), await staffId('head'), await staffId('head2')]
  const log = { companyCode: '001', shift: 'morning', summary: '正常', halfHours: 16, submittedAt: now }
  const review = { reviewedAt: now, reviewNote: '数字对不上' }
  await db
    .insertInto('worklog')
    .values([
      { ...log, staffId: agent, onDay: '2026-05-18', status: 'submitted' },
      { ...log, staffId: agent, onDay: '2026-05-16', status: 'submitted' },
      { ...log, staffId: agent, onDay: '2026-05-15', status: 'returned', ...review, reviewedBy: head },
      { ...log, staffId: agent, onDay: '2026-05-14', status: 'approved', ...review, reviewedBy: head },
      { ...log, staffId: head, onDay: '2026-05-18', status: 'submitted' },
      { ...log, staffId: head2, onDay: '2026-05-17', status: 'returned', ...review, reviewedBy: head },
    ])
    .execute()
  const week = { weekOn: '2026-05-11', companyCode: '001' }
  for (const [name, levels] of [
    ['杭州晨曦家居有限公司', ['red', 'yellow']],
    ['宏远数码', ['yellow']],
  ] as const) {
    const id = await customerId(name)
    const counted = { expected: 7, reported: 7, volumeOf: ['consultUsers'], comparedStores: 1 }
    const risk = { score: 10, riskParts: '[]', scoreVersion: 1 }
    await db
      .insertInto('customerWeek')
      .values({ ...week, customerId: id, ...counted, ...risk })
      .execute()
    const kinds = ['fall', 'missing'] as const
    const rows = levels.map((level, index) => ({
      ...week,
      customerId: id,
      level,
      kind: kinds[index] ?? 'fall',
    }))
    const at = { createdAt: now, updatedAt: now, value: -4500 }
    await db
      .insertInto('warning')
      .values(rows.map((row) => ({ ...row, ...at })))
      .execute()
  }
  const questionRow = {
    subject: 'store' as const,
    metric: 'volume',
    fromOn: '2026-05-17',
    toOn: '2026-05-17',
    place: '/x',
    companyCode: '001',
    question: '少了',
    storeId: await storeId('晨曦家居旗舰店'),
  }
  const by = { createdAt: now, createdBy: agent, updatedAt: now, updatedBy: agent }
  await db
    .insertInto('figureQuestion')
    .values([
      { ...questionRow, ...by, ownerId: head },
      { ...questionRow, ...by, ownerId: head2 },
      { ...questionRow, ...by, ownerId: null },
    ])
    .execute()
}
