import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { canInstall, install } from '../debian.ts'

const LIBRARY = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'

/** Real time in which the timers notice a step of the clock, in ms. */
const NOTICE_MS = 30
/** A step that causes more work than this, in ms, is not waited for. */
const MAX_WORK_MS = 20_000

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** A clock that programs and PostgreSQL servers share, and that a script moves forward. */
export interface SimulatedClock {
  /** The environment of a PostgreSQL server, or of another process without timers. */
  environment: Record<string, string>
  /** The environment of a node of the program, which loads `timers.ts`; its own wall clock can be wrong (see `skew`). */
  environmentOf: (node: string) => Record<string, string>
  /** The time that all processes but nodes with a wrong clock see, in ms since 1970. */
  now: () => number
  /** Seconds that have passed since the clock was made. */
  elapsed: () => number
  /** Lets the time pass in steps of at most `step` seconds, and gives the programs time for what is due after each. */
  advance: (seconds: number, step?: number) => Promise<void>
  /** Sets the wall clock of a node wrong by so many seconds; 0 corrects it. Its monotonic clock does not jump. */
  skew: (node: string, seconds: number) => void
}

/**
 * Makes a clock in a folder. The wall clock of all processes is libfaketime's, read from a file at each call; in a node
 * `timers.ts` lets intervals of 10 s and more, and the monotonic clock, follow the time that passes. Shorter intervals and
 * time limits stay real, so that a step never looks like a slow answer. `isBusy`: whether the
 * programs still work on what became due; it takes some time to find out. `freezeNodes` stops the nodes until the function
 * that it returns is called: their clocks are in several files, of which they must not see one before another.
 */
export function simulatedClock(
  folder: string,
  isBusy: () => Promise<boolean>,
  freezeNodes: () => () => void,
): SimulatedClock {
  if (!existsSync(LIBRARY) && !(canInstall() && install('libfaketime'))) {
    throw new Error('没有找到 libfaketime：请安装 Debian 的软件包 libfaketime。')
  }
  const startedAt = performance.now()
  const skews = new Map<string, number>()
  let passed = 0
  const fileOf = (node: string) => join(folder, `clock-${node}`)
  const passedFile = join(folder, 'passed')
  const write = () => {
    const goOn = freezeNodes()
    try {
      for (const [node, seconds] of skews) replace(fileOf(node), `${signed(passed + seconds)}\n`)
      // Last: the timers read this file, and what is due looks at the wall clock.
      replace(passedFile, String(passed))
    } finally {
      goOn()
    }
  }
  const skew = (node: string, seconds: number) => {
    skews.set(node, seconds)
    write()
  }
  const wall = (node: string) => ({
    LD_PRELOAD: LIBRARY,
    FAKETIME_TIMESTAMP_FILE: fileOf(node),
    FAKETIME_NO_CACHE: '1',
    FAKETIME_DISABLE_SHM: '1',
    DONT_FAKE_MONOTONIC: '1',
  })
  skew('server', 0)
  return {
    environment: wall('server'),
    environmentOf: (node) => {
      if (!skews.has(node)) skew(node, 0)
      return { ...wall(node), PASSED_FILE: passedFile }
    },
    now: () => Date.now() + passed * 1_000,
    elapsed: () => passed + (performance.now() - startedAt) / 1_000,
    advance: async (seconds, step = 30) => {
      for (let left = seconds; left > 0; left -= step) {
        passed += Math.min(step, left)
        write()
        await untilQuiet(isBusy)
      }
    },
    skew,
  }
}

/** Waits until the programs have done what a step of the clock made due. */
async function untilQuiet(isBusy: () => Promise<boolean>): Promise<void> {
  await pause(NOTICE_MS)
  const began = performance.now()
  while (performance.now() - began < MAX_WORK_MS && (await isBusy()));
}

/** Replaces a file that other processes read at any moment. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

const signed = (seconds: number) => (seconds < 0 ? String(seconds) : `+${seconds}`)
