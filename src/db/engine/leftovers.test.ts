import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { removeSnapshots, removeSockets, SOCKETS, snapshotPrefix } from './leftovers.ts'
import { lockFolder } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-leftovers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const newSockets = () => mkdtempSync(join(tmpdir(), SOCKETS))

test('whoever takes a data folder removes the sockets of the process that was killed, and keeps its own', () => {
  const [killed, own] = [newSockets(), newSockets()]
  lockFolder(folder, { pid: 1, socketFolder: killed })?.release()
  lockFolder(folder, { pid: 2, socketFolder: own })?.release()
  // The engine starts again in the same process.
  lockFolder(folder, { pid: 2, socketFolder: own })?.release()
  assert.deepEqual([existsSync(killed), existsSync(own)], [false, true])
  rmSync(own, { recursive: true })
})

test('a path that is not a folder of sockets is never removed', () => {
  const other = mkdtempSync(join(folder, SOCKETS))
  for (const path of [other, '', tmpdir(), join(tmpdir(), 'houtai-../x'), folder]) removeSockets(path)
  assert.ok(existsSync(other))
})

test('the copies of backups that were killed are removed, those of running ones stay', () => {
  const data = join(folder, 'data')
  const { pid } = spawnSync(process.execPath, ['--version'])
  const names = [`snapshot-${pid}-aaaaaa`, 'snapshot-bbbbbb', `${snapshotPrefix()}cccccc`, 'pg']
  for (const name of names) mkdirSync(join(data, name), { recursive: true })
  removeSnapshots(data)
  assert.deepEqual(readdirSync(data).sort(), ['pg', `${snapshotPrefix()}cccccc`])
})
