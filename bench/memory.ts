import { readdirSync, readFileSync } from 'node:fs'

const EVERY_MS = 50

/** Measures the memory of a process and all its children (resident set, MiB) until `stop`. */
export function watchMemory(pid: number): { stop: () => { idle: number; peak: number } } {
  const idle = residentMib(pid)
  let peak = idle
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMib(pid))
  }, EVERY_MS)
  return {
    stop: () => {
      clearInterval(timer)
      return { idle, peak }
    },
  }
}

/** Resident memory of a process and its children. */
export function residentMib(pid: number): number {
  return familyOf(pid).reduce((sum, member) => sum + residentKib(member), 0) / 1024
}

function familyOf(pid: number): number[] {
  try {
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
    )
    return [pid, ...children.flatMap(familyOf)]
  } catch {
    // The process has ended meanwhile.
    return []
  }
}

function residentKib(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}
