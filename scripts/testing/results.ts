import { inspect } from 'node:util'
import type { Counts } from '../steps.ts'

/** A file for a test process to run; with `only`, just the tests with these titles. */
export interface Job {
  file: string
  only?: readonly string[]
}

export interface TestResult {
  name: string
  /** 0 for a top-level test, 1 for a test within it, and so on. */
  nesting: number
  passed: boolean
  skipped: boolean
  ms: number
  /** The error as text. */
  error?: string
}

export interface FileResult {
  file: string
  tests: TestResult[]
  seconds: number
  /** Memory of the process after the file. */
  rssMiB: number
}

export function countsOf(results: readonly FileResult[]): Counts {
  const tests = results.flatMap((result) => result.tests).filter(({ skipped }) => !skipped)
  const passed = tests.filter((test) => test.passed).length
  return { passed, failed: tests.length - passed }
}

/** The original error behind node:test's wrapper, with its stack. */
export function failureText(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
  return typeof cause === 'string' ? cause : inspect(cause, { depth: 4, breakLength: 110 })
}
