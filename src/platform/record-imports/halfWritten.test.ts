import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { PASSWORD, testApp } from '#testing/testApp.ts'
import { type Running, startProgram } from '#testing/testProcess.ts'
import { type Cells, sheetOf } from '#testing/testSheets.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { PEOPLE_BATCH_SIZE } from './steps.ts'

const ROWS = PEOPLE_BATCH_SIZE + 2
const SHEET: Cells[] = Array.from({ length: ROWS }, (_, n) => ({
  用户名: `half${n + 10}`,
  姓名: '方圆',
  角色: '商务',
  手机号: `139000000${n + 10}`,
}))
const FILE = { name: '资料.xlsx', bytes: sheetOf(SHEET) }

const nonZeroCounts = ({ counts }: { counts: Record<string, number> }) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

test('undoing a partly written import removes its records and skips the remaining rows', async () => {
  const { as, db } = await testApp(seedWorld)
  const admin = as('admin')
  const { id } = (await admin.upload('/api/record-imports', FILE, { entity: 'staff' })).data
  const postStep = (step: string, body = {}) => admin.post(`/api/record-imports/${id}/${step}`, body)
  assert.deepEqual(nonZeroCounts((await postStep('check')).data), { create: ROWS })
  assert.deepEqual(nonZeroCounts((await postStep('run')).data), { create: 2, created: PEOPLE_BATCH_SIZE })

  const people = () =>
    db
      .selectFrom('staff')
      .select(['id', 'username', 'version'])
      .where('name', '=', '方圆')
      .orderBy('id')
      .execute()
  const [first] = await people()
  const change = { version: first?.version, hiredOn: '2026-05-01' }
  assert.equal((await admin.patch(`/api/staff/${first?.id}`, change)).status, 200)
  assert.equal((await postStep('undo')).status, 409)
  const refused = await admin.get(`/api/record-imports/${id}`)
  assert.deepEqual([refused.data.state, refused.data.counts.create], ['running', 2])

  const { data } = await postStep('undo', { onlyUnchanged: true })
  assert.deepEqual(
    [data.state, nonZeroCounts(data)],
    ['undone', { undone: PEOPLE_BATCH_SIZE - 1, kept: 1, skipped: 2 }],
  )
  const rows = await admin.get(`/api/record-imports/${id}/rows?state=skipped`)
  assert.equal(rows.data.items[0].problem, '撤销时还没有写入。')
  assert.deepEqual(await people().then((left) => left.map(({ username }) => username)), ['half10'])
  assert.deepEqual([(await postStep('run')).status, (await postStep('undo')).status], [409, 409])
})

const folder = mkdtempSync(join(tmpdir(), 'houtai-half-'))
const running = new Set<Running>()

after(async () => {
  await Promise.all([...running].map((program) => program.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function started() {
  const admin = { ADMIN_USERNAME: 'lin.zhiyuan', ADMIN_PASSWORD: PASSWORD }
  const program = await startProgram([], { DATA_DIR: folder, ...admin })
  running.add(program)
  const payload = { type: 'account', username: admin.ADMIN_USERNAME, password: admin.ADMIN_PASSWORD }
  const signedIn = await call(program, '', '/api/login/account', JSON.stringify(payload))
  const post = (path: string, body: string | FormData = '{}') => call(program, signedIn.token, path, body)
  return { program, post }
}

async function call({ base }: Running, token: string, path: string, body: string | FormData) {
  const headers: Record<string, string> = { authorization: token }
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  const answer = await fetch(base + path, { method: 'POST', headers, body })
  const { data, errorMessage } = JSON.parse(await answer.text())
  assert.equal(answer.status, 200, errorMessage)
  return data
}

test('undoing an import whose process was killed also leaves no row to write and no record', async () => {
  const before = await started()
  const form = new FormData()
  form.append('entity', 'staff')
  form.append('file', new Blob([new Uint8Array(FILE.bytes)]), FILE.name)
  const { id } = await before.post('/api/record-imports', form)
  const path = `/api/record-imports/${id}`
  await before.post(`${path}/check`)
  await before.post(`${path}/run`)
  const cut = assert.rejects(before.post(`${path}/run`))
  before.program.child.kill('SIGKILL')
  await cut
  running.delete(before.program)

  const { program, post } = await started()
  assert.deepEqual(nonZeroCounts(await post(`${path}/undo`)), { undone: PEOPLE_BATCH_SIZE, skipped: 2 })
  running.delete(program)
  assert.equal(await program.stop(), 0)
})
