import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../steps.ts'
import type { Fault } from './fault.ts'
import { type Rig, SECOND } from './rig.ts'

const OTHER_VERSION = '0.1.9'
const THIRD = 'c'

/** A copy of the program that calls itself another version. */
function copyWithVersion(rig: Rig): string {
  const folder = join(rig.folder, 'other-version')
  mkdirSync(folder, { recursive: true })
  // Not as links: the program looks for its package.json from the real path of its files.
  for (const name of ['src', 'public', 'dist', 'index.html', 'vite.config.ts', 'package-lock.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  const facts = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...facts, version: OTHER_VERSION }))
  return folder
}

export const nodeFaults: readonly Fault[] = [
  {
    title: '一个节点没了（kill -9）',
    how: '两个节点中的一个被 kill -9，5 分钟后重新启动',
    engine: 'PostgreSQL',
    key: 'node.gone',
    words: /节点 \d（.+）没有消息了/,
    inject: async (rig) => {
      rig.killNode(SECOND)
      return () => rig.startNode(SECOND)
    },
  },
  {
    title: '节点的版本不一致',
    how: `再启动一个自称 ${OTHER_VERSION} 版的节点`,
    engine: 'PostgreSQL',
    key: 'node.versions',
    words: /各节点的版本不一致/,
    inject: async (rig) => {
      await rig.startNode(THIRD, {}, copyWithVersion(rig))
      return () => rig.stopNode(THIRD)
    },
  },
  {
    title: '数据库已由更新的程序升级',
    how: '把 program_version 改成 9.0.0，和更新的程序升级数据库之后一样',
    engine: 'PostgreSQL',
    key: 'schema.refused',
    words: /程序 .+ 太旧：数据库只接受 9\.0\.0 及以上的程序写入/,
    inject: async (rig) => {
      const [before] = await rig.query<{ newest: string; minimum: string }>(
        'select newest, minimum from program_version',
      )
      await rig.query(`update program_version set newest = '9.0.0', minimum = '9.0.0'`)
      return async () =>
        void (await rig.query('update program_version set newest = $1, minimum = $2', [
          before?.newest,
          before?.minimum,
        ]))
    },
  },
]
