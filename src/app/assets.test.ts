import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, test } from 'node:test'
import fastify from 'fastify'
import { serveAssets } from './assets.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'houtai-assets-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('a requested file stays in memory; one that a later build has removed gets 404', async () => {
  for (const name of ['kept-a.js', 'gone-a.js']) writeFileSync(join(folder, name), 'export {}')
  const app = fastify()
  serveAssets(app, folder)
  const statusOf = async (name: string) => (await app.inject(`/assets/${name}`)).statusCode
  assert.equal(await statusOf('kept-a.js'), 200)
  for (const name of ['kept-a.js', 'gone-a.js']) rmSync(join(folder, name))
  assert.equal(await statusOf('kept-a.js'), 200)
  assert.equal(await statusOf('gone-a.js'), 404)
  await app.close()
})

test('a file without a known content type fails the start', () => {
  writeFileSync(join(folder, 'font-a.woff9'), '')
  assert.throws(() => serveAssets(fastify(), folder), /no content type for assets\/font-a\.woff9/)
})
