import { type ChildProcess, fork } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { isProcessAlive } from '#kit/processes.ts'
import { SOCKET_PREFIX, socketParent } from './engine/leftovers.ts'
import { readHolder } from './engine/lock.ts'
import { type EngineCommand, type EngineReport, EXIT } from './engine/messages.ts'
import { assertWritable } from './paths.ts'
import { startWatchdog, type Watchdog } from './watchdog.ts'

/** A running embedded engine. */
export interface Engine {
  /** The folder of its unix sockets, for `connect` and `takeSnapshot`; it does not change when the engine restarts. */
  socketFolder: string
  /** The current process id. */
  pid: () => number | undefined
  /** Whether the process runs and has answered a recent ping. */
  isReady: () => boolean
  /** Stops the engine cleanly; close the pools first. */
  close(): Promise<void>
  /** Resolves with a sentence for the operator when the engine has stopped and is not restarted. */
  failed: Promise<string>
}

export interface EngineOptions {
  /** False for disposable data: commits do not wait for the disk. */
  durable?: boolean
  /** Called with a sentence for the log each time the engine is killed or restarted. */
  onRestart?: (sentence: string) => void
  /** Called each time the engine has ended unexpectedly. */
  onExit?: () => void
  /** Kills the process while it starts. */
  signal?: AbortSignal
  /** The engine's main module; a test replaces it to simulate a disk failure. */
  main?: URL
}

/** Why the engine did not start, as a sentence for the operator. */
export class EngineStartError extends Error {
  /** True if another process uses the folder; the data itself is then intact. */
  readonly inUse: boolean
  /** True if a disk write or sync failed; the engine is then not restarted. */
  readonly diskFailed: boolean

  constructor(sentence: string, inUse: boolean, diskFailed = false) {
    super(sentence)
    this.inUse = inUse
    this.diskFailed = diskFailed
  }
}

const DISK_FAILED = '磁盘写入失败，程序已停止，以免丢失数据。请检查磁盘。'

/**
 * Ticks (seconds) without a response after which the engine is no longer ready. It responds only between statements; a
 * long import consists of many statements.
 */
const READY_TICKS = 5
const FIRST_PAUSE_MS = 500
const MAX_PAUSE_MS = 8_000

/**
 * Starts the embedded engine on a data folder and creates the database if there is none. The sockets are in their own
 * folder below `socketParent`. An engine
 * that crashes, or is killed because of a runaway statement, is restarted; its clients only lose their connections.
 * Throws `EngineStartError` if another process uses the folder or the engine does not start, and `UnusablePathError` if the
 * folder cannot be written.
 */
export async function startEngine(dataFolder: string, options: EngineOptions = {}): Promise<Engine> {
  assertWritable(dataFolder)
  const socketFolder = mkdtempSync(join(socketParent(), SOCKET_PREFIX))
  const supervisor = new Supervisor(dataFolder, socketFolder, options)
  const refused = await startWhenFree(supervisor, dataFolder)
  if (refused) {
    rmSync(socketFolder, { recursive: true, force: true })
    throw refused
  }
  return {
    socketFolder,
    pid: () => supervisor.child?.pid,
    isReady: () => supervisor.isReady(),
    close: () => supervisor.close(),
    failed: supervisor.failed.promise,
  }
}

/** Time in which the engine of a program that was killed closes its files, and a pause between two attempts. */
const [CLOSING_MS, RETRY_MS] = [15_000, 200]

/** Starts the engine. If the folder is still in use by the engine of a program that has ended, waits for its end. */
async function startWhenFree(supervisor: Supervisor, dataFolder: string): Promise<EngineStartError | null> {
  const began = performance.now()
  for (;;) {
    const refused = await supervisor.start()
    const holder = refused?.inUse ? readHolder(dataFolder) : null
    const isClosing = holder !== null && !isProcessAlive(holder.pid)
    if (!isClosing || performance.now() - began > CLOSING_MS) return refused
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
  }
}

class Supervisor {
  readonly failed = Promise.withResolvers<string>()
  child: ChildProcess | null = null
  readonly #dataFolder: string
  readonly #socketFolder: string
  readonly #options: EngineOptions
  #watchdog: Watchdog | null = null
  #closing = false
  #exited: Promise<unknown> = Promise.resolve()

  constructor(dataFolder: string, socketFolder: string, options: EngineOptions) {
    this.#dataFolder = dataFolder
    this.#socketFolder = socketFolder
    this.#options = options
  }

  /** Starts the process; returns null when it is ready, or the reason why it did not start. */
  async start(): Promise<EngineStartError | null> {
    for (const name of ['.s.PGSQL.5432', 'snapshot']) rmSync(join(this.#socketFolder, name), { force: true })
    const durability = this.#options.durable === false ? 'fast' : 'durable'
    const killedBy = { signal: this.#options.signal, killSignal: 'SIGKILL' as const }
    const child = fork(
      this.#options.main ?? new URL('./engine/main.ts', import.meta.url),
      [this.#dataFolder, this.#socketFolder, durability],
      {
        execArgv: ['--disable-warning=ExperimentalWarning'],
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
        ...killedBy,
      },
    )
    // An abort also emits `error`, in addition to `exit`.
    child.on('error', () => {})
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    this.#exited = exited
    const refused = await startFailure(child, exited)
    if (refused) return refused
    this.child = child
    this.#watch(child)
    void exited.then((code) => this.#ended(code))
    return null
  }

  #watch(child: ChildProcess): void {
    const watchdog = startWatchdog(
      () => child.connected && child.send('ping' satisfies EngineCommand),
      (seconds) => {
        this.#say(`内置数据库有一条语句运行超过 ${seconds} 秒，已结束它并重新启动。`)
        child.kill('SIGKILL')
      },
    )
    child.on('message', (report: EngineReport) => {
      watchdog.recordMessage()
      if (report.kind === 'patience') watchdog.setLimit(report.seconds)
    })
    this.#watchdog = watchdog
  }

  async #ended(code: number | null): Promise<void> {
    this.#watchdog?.stop()
    this.child = null
    if (this.#closing) return
    this.#options.onExit?.()
    if (code === EXIT.diskFailed) return this.failed.resolve(DISK_FAILED)
    this.#say(`内置数据库意外退出（${code === null ? '被结束' : `代码 ${code}`}），正在重新启动。`)
    let pause = FIRST_PAUSE_MS
    let refused = await this.start()
    while (refused && !this.#closing) {
      if (refused.diskFailed) return this.failed.resolve(DISK_FAILED)
      this.#say(`内置数据库没有重新启动，稍后再试：${refused.message}`)
      await new Promise((resolve) => setTimeout(resolve, pause))
      pause = Math.min(2 * pause, MAX_PAUSE_MS)
      refused = await this.start()
    }
  }

  isReady(): boolean {
    return this.child !== null && (this.#watchdog?.silentTicks() ?? 0) <= READY_TICKS
  }

  async close(): Promise<void> {
    this.#closing = true
    if (this.child?.connected) this.child.send('close' satisfies EngineCommand)
    await this.#exited
    rmSync(this.#socketFolder, { recursive: true, force: true })
  }

  #say(sentence: string): void {
    this.#options.onRestart?.(sentence)
  }
}

/** Waits until the engine accepts connections and returns null, or the reason why it did not start. */
async function startFailure(
  child: ChildProcess,
  exited: Promise<number | null>,
): Promise<EngineStartError | null> {
  const reported = new Promise<EngineReport>((resolve) =>
    child.once('message', (message) => resolve(message as EngineReport)),
  )
  const first = await Promise.race([reported, exited])
  if (typeof first === 'object' && first !== null) {
    return first.kind === 'refused' ? new EngineStartError(first.sentence, first.inUse) : null
  }
  if (first === EXIT.diskFailed) return new EngineStartError(DISK_FAILED, false, true)
  return new EngineStartError(`内置数据库没有启动（${first === null ? '被结束' : `代码 ${first}`}）。`, false)
}
