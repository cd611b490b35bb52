import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { removeSnapshots, removeSockets, SOCKET_PREFIX, snapshotPrefix } from './leftovers.ts'
import { lockFolder } from './lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-leftovers-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const newSockets = () => mkdtempSync(join(tmpdir(), SOCKET_PREFIX))

test('a process that locks a data folder removes the socket folder of the killed process before it and keeps its own', () => {
  const [killed, current] = [newSockets(), newSockets()]
  lockFolder(folder, { pid: 1, socketFolder: killed })?.release()
  lockFolder(folder, { pid: 2, socketFolder: current })?.release()
  // The engine restarts in the same process.
  lockFolder(folder, { pid: 2, socketFolder: current })?.release()
  assert.deepEqual([existsSync(killed), existsSync(current)], [false, true])
  rmSync(current, { recursive: true })
})

test('a path that is not a socket folder is never removed', () => {
  const other = mkdtempSync(join(folder, SOCKET_PREFIX))
  for (const path of [other, '', tmpdir(), join(tmpdir(), 'houtai-../x'), folder]) removeSockets(path)
  assert.ok(existsSync(other))
})

test('the snapshots of killed backups are removed, those of running backups stay', () => {
  const data = join(folder, 'data')
  const { pid } = spawnSync(process.execPath, ['--version'])
  const names = [`snapshot-${pid}-aaaaaa`, 'snapshot-bbbbbb', `${snapshotPrefix()}cccccc`, 'pg']
  for (const name of names) mkdirSync(join(data, name), { recursive: true })
  removeSnapshots(data)
  assert.deepEqual(readdirSync(data).sort(), ['pg', `${snapshotPrefix()}cccccc`])
})
