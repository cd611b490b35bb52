import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { assertWritable, createFolder, errorPath, fileErrorReason, UnusablePathError } from './paths.ts'

const folder = mkdtempSync(join(tmpdir(), 'houtai-paths-'))
const file = join(folder, 'file')
writeFileSync(file, 'x')
after(() => rmSync(folder, { recursive: true, force: true }))

test('a folder is created with its parents, accessible by its owner only; an existing one stays', () => {
  const path = join(folder, 'a/b/c')
  createFolder(path)
  createFolder(path)
  assert.equal(statSync(path).mode & 0o077, 0)
  assert.equal(statSync(join(folder, 'a')).mode & 0o077, 0)
})

test('a data folder that is a file, or below a file, is refused with a message', () => {
  for (const path of [file, join(file, 'below'), join(file, 'far/below')]) {
    assert.throws(
      () => assertWritable(path),
      (error: Error) => {
        assert.ok(error instanceof UnusablePathError)
        assert.equal(
          error.message,
          `数据目录 ${path} 不能使用：路径中有一段是文件，不是文件夹。请检查设置 DATA_DIR 和它的权限后重试。`,
        )
        return true
      },
    )
  }
})

const linux = { skip: process.platform !== 'linux' }

test('a file system that cannot create folders is refused without an endless loop', linux, () => {
  for (const path of ['/proc', '/proc/houtai', '/proc/houtai/data']) {
    assert.throws(() => assertWritable(path), UnusablePathError)
  }
})

const asOther = { skip: process.getuid?.() === 0 ? 'root may write everywhere' : false }

test('a folder without write permission is refused', asOther, () => {
  assert.throws(() => assertWritable('/'), /没有权限|只读/)
})

test('a writable folder is left empty', () => {
  const path = join(folder, 'empty')
  assertWritable(path)
  assert.deepEqual(readdirSync(path), [])
})

test('file errors have a reason in words; other errors have none', async () => {
  for (const code of ['EACCES', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'EISDIR', 'EIO']) {
    assert.match(
      fileErrorReason(Object.assign(new Error(), { code, syscall: 'write' })) ?? '',
      /^[\u4e00-\u9fff]/,
    )
  }
  try {
    readFileSync(join(folder, 'missing'))
  } catch (error) {
    assert.equal(fileErrorReason(error), '路径不存在，或那里不能创建文件')
    assert.equal(errorPath(error), join(folder, 'missing'))
  }
  const refused = await new Promise((resolve) => connect(join(folder, 'socket')).once('error', resolve))
  assert.equal((refused as NodeJS.ErrnoException).code, 'ENOENT')
  for (const error of [refused, new TypeError('x'), Object.assign(new Error(), { code: '57014' })]) {
    assert.equal(fileErrorReason(error), null)
  }
})
