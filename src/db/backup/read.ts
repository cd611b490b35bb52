import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { createGunzip } from 'node:zlib'
import type { Sum } from './format.ts'
import { BadBackup, Header, RowSum, TableLine, Trailer } from './format.ts'

const BATCH = 1_000

/** A backup being read, from its beginning to its end, once. */
export interface Backup {
  header: Header
  /** The rows, some at a time. Throws `BadBackup` where the file ends too soon, or its rows are not those it names. */
  batches: () => AsyncGenerator<{ table: string; lines: string[] }>
  /** What the file says of each table; known after the last batch. */
  sums: () => Record<string, Sum>
}

/** Opens a backup. Throws `BadBackup` with a sentence where the file is none, or one of another format. */
export async function openBackup(path: string): Promise<Backup> {
  const lines = linesOf(path)
  const first = await lines.next()
  const header = Header.safeParse(parsed(first.value ?? ''))
  if (!header.success) throw new BadBackup(`${path} 不是本程序的备份，或是用别的版本做的。`)
  let sums: Record<string, Sum> = {}
  async function* batches() {
    const counted = new Map<string, RowSum>()
    let [table, held]: [string, string[]] = ['', []]
    for await (const line of lines) {
      const mark = line.startsWith('{"table":') || line.startsWith('{"end":') ? markOf(line) : null
      if (held.length === BATCH || (mark && held.length > 0)) {
        yield { table, lines: held }
        held = []
      }
      if (mark && 'end' in mark) {
        sums = mark.end
        return assertSame(counted, sums)
      }
      if (mark) {
        table = mark.table
        counted.set(table, new RowSum())
      } else {
        counted.get(table)?.add(line)
        held.push(line)
      }
    }
    throw new BadBackup('备份文件不完整：没有结尾。')
  }
  return { header: header.data, batches, sums: () => sums }
}

async function* linesOf(path: string): AsyncGenerator<string> {
  const unpacked = createReadStream(path)
    .on('error', (error) => unpacked.destroy(error))
    .pipe(createGunzip())
  try {
    yield* createInterface({ input: unpacked, crlfDelay: Number.POSITIVE_INFINITY })
  } catch (error) {
    throw new BadBackup(`备份文件读不出来：${(error as Error).message}`)
  }
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return null
  }
}

/** A line that is no row; null where a row only looks like one. */
function markOf(line: string) {
  const value = parsed(line)
  return TableLine.safeParse(value).data ?? Trailer.safeParse(value).data ?? null
}

function assertSame(counted: Map<string, RowSum>, sums: Record<string, Sum>): void {
  for (const [table, expected] of Object.entries(sums)) {
    const found = counted.get(table)?.result()
    if (found?.rows !== expected.rows || found.digest !== expected.digest) {
      throw new BadBackup(`备份文件已损坏：表 ${table} 的内容与结尾的校验不符。`)
    }
  }
}

/** Reads a whole file and compares it with its own end. Throws `BadBackup`; answers how many rows it holds. */
export async function verifyBackup(path: string): Promise<number> {
  const backup = await openBackup(path)
  let rows = 0
  for await (const { lines } of backup.batches()) rows += lines.length
  return rows
}
