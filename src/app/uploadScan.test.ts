import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { after, test } from 'node:test'
import { AppError } from '#kit/errors.ts'
import type { ScanFile } from '#kit/virusScan.ts'
import { PASSWORD, TEST_KEYS, testApp } from '#testing/testApp.ts'
import { pngPicture } from '#testing/testPictures.ts'
import { seedWorld } from '#testing/testWorld.ts'
import { buildServer } from './server.ts'

const { db, clock } = await testApp(seedWorld)
let log = ''
const stream = new Writable({
  write(chunk, _encoding, done) {
    log += chunk
    done()
  },
})
let scan: ScanFile = async () => null
const app = await buildServer({
  db,
  clock: () => clock.now,
  keyFor: TEST_KEYS,
  logger: { level: 'info', stream },
  scanFile: (bytes) => scan(bytes),
})
after(() => app.close())

const payload = { type: 'account', username: 'admin', password: PASSWORD }
const { token } = (await app.inject({ method: 'POST', url: '/api/login/account', payload })).json().data

async function uploadLogo() {
  const profile = await app.inject({ url: '/api/companies/001/profile', headers: { authorization: token } })
  const form = new FormData()
  form.append('version', String(profile.json().data.version))
  form.append('file', new Blob([new Uint8Array(pngPicture(64, 64))]), '标志.png')
  const answer = await app.inject({
    method: 'POST',
    url: '/api/companies/001/logo',
    headers: { authorization: token },
    payload: form,
  })
  return { status: answer.statusCode, body: answer.json() }
}

const logoCount = async () => (await db.selectFrom('companyLogo').select('companyCode').execute()).length

test('an uploaded file with malware is refused before anything reads it, and the log names the malware', async () => {
  scan = async () => 'Eicar-Test-Signature'
  const { status, body } = await uploadLogo()
  assert.deepEqual([status, body.errorCode], [400, 'INVALID'])
  assert.match(body.errorMessage, /含有病毒或恶意代码/)
  assert.equal(await logoCount(), 0)
  const line = log.split('\n').find((text) => text.includes('"virus"'))
  assert.ok(line)
  const { event, virus, route, userId, ip } = JSON.parse(line)
  assert.deepEqual([event, virus, route], ['virus', 'Eicar-Test-Signature', '/api/companies/:code/logo'])
  assert.ok(userId && ip)
})

test('without a verdict of the scanner a file is refused, a clean one is stored', async () => {
  scan = async () => {
    throw new AppError('BUSY', '文件的安全检查暂时没有完成，文件没有收下，请稍后再试。')
  }
  assert.equal((await uploadLogo()).status, 503)
  assert.equal(await logoCount(), 0)
  const seen: number[] = []
  scan = async (bytes) => {
    seen.push(bytes.length)
    return null
  }
  assert.equal((await uploadLogo()).status, 200)
  assert.deepEqual([seen, await logoCount()], [[pngPicture(64, 64).length], 1])
})
