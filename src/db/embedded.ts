import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EngineReport } from './engine.ts'

/** A running embedded engine. */
export interface Engine {
  /** The folder of its unix socket, for `connect`. */
  socketFolder: string
  /** Ends it in order; pools must be closed before. */
  close(): Promise<void>
  /** Resolves with a sentence when it ends without having been asked to. */
  failed: Promise<string>
}

/**
 * Starts the embedded engine on a data folder, creating the database where there is none. The socket lies in a folder
 * of its own under the system's temporary one: a unix socket's path may have some 100 characters only.
 * Throws where another process uses the folder, or the engine does not start.
 */
export async function startEngine(dataFolder: string): Promise<Engine> {
  const socketFolder = mkdtempSync(join(tmpdir(), 'houtai-'))
  const child = fork(new URL('./engine.ts', import.meta.url), [dataFolder, socketFolder], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
  const report = await firstReport(child, exited)
  if ('refused' in report) {
    rmSync(socketFolder, { recursive: true, force: true })
    throw new Error(report.refused)
  }
  let asked = false
  return {
    socketFolder,
    close: async () => {
      asked = true
      if (child.connected) child.send('close')
      await exited
      rmSync(socketFolder, { recursive: true, force: true })
    },
    failed: new Promise((resolve) => {
      exited.then((code) => asked || resolve(`内置数据库意外退出（代码 ${code ?? '信号'}）。`))
    }),
  }
}

function firstReport(child: ChildProcess, exited: Promise<number | null>): Promise<EngineReport> {
  return Promise.race([
    new Promise<EngineReport>((resolve) =>
      child.once('message', (message) => resolve(message as EngineReport)),
    ),
    exited.then((code): EngineReport => ({ refused: `内置数据库没有启动（代码 ${code ?? '信号'}）。` })),
  ])
}
