import type { Fault } from './fault.ts'
import { SECOND } from './rig.ts'

const DAY = 86_400
/** A jump is shown for an hour after it happened. */
const SHOWN_FOR_AN_HOUR = 4_500

function wrongClock(title: string, seconds: number, words: RegExp): Fault {
  return {
    title,
    how: `第二个节点的系统时钟（libfaketime）改动 ${seconds} 秒，数据库和另一个节点不动`,
    engine: 'PostgreSQL',
    key: 'clock.off',
    words,
    inject: async ({ clock }) => {
      clock.skew(SECOND, seconds)
      return async () => clock.skew(SECOND, 0)
    },
  }
}

function machineClock(title: string, seconds: number, words: RegExp): Fault {
  return {
    title,
    how: `整台机器的时钟（libfaketime）跳动 ${seconds} 秒，程序和内嵌数据库一起跳`,
    engine: 'embedded',
    key: 'clock.jumped',
    words,
    resolvedWithin: SHOWN_FOR_AN_HOUR,
    inject: async ({ clock }) => {
      clock.skew('a', seconds)
      return async () => clock.skew('a', 0)
    },
  }
}

export const clockFaults: readonly Fault[] = [
  wrongClock('节点的时钟快 5 秒', 5, /时钟比数据库快 5 秒/),
  wrongClock('节点的时钟慢 5 秒', -5, /时钟比数据库慢 5 秒/),
  wrongClock('节点的时钟快 2 天', 2 * DAY, /时钟比数据库快 2 天，它不再运行任务/),
  wrongClock('节点的时钟慢 2 天', -2 * DAY, /时钟比数据库慢 (2 天|47 小时)，它不再运行任务/),
  machineClock('整台机器的时钟往前跳 2 天', 2 * DAY, /机器时间往前跳了 2 天/),
  machineClock('整台机器的时钟往后跳 2 天', -2 * DAY, /机器时间往后跳了 2 天/),
]
