import { closeSync, openSync, readdirSync, readSync } from 'node:fs'
import { join } from 'node:path'

/** The processor of compiled files, by their number in the header of the ELF format. */
const PROCESSORS: Record<number, string> = { 62: 'x64', 183: 'arm64' }
const MAGIC = '\x7fELF'
const PROCESSOR_AT = 18

/** The processor that a compiled file needs; null for any other file. */
export function processorOf(path: string): string | null {
  const header = Buffer.alloc(PROCESSOR_AT + 2)
  const file = openSync(path, 'r')
  const length = readSync(file, header, 0, header.length, 0)
  closeSync(file)
  if (length < header.length || header.toString('latin1', 0, MAGIC.length) !== MAGIC) return null
  const number = header.readUInt16LE(PROCESSOR_AT)
  return PROCESSORS[number] ?? `ELF ${number}`
}

/**
 * Returns the compiled files of a folder. Throws if one is for another processor than `processor`: a package with
 * compiled parts would otherwise fail only where it is installed.
 */
export function assertProcessor(folder: string, processor: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const files = entries.map((entry) => join(entry.parentPath, entry.name))
  const compiled = files.flatMap((path) => {
    const found = processorOf(path)
    if (found !== null && found !== processor)
      throw new Error(`${path} is for ${found}, not for ${processor}`)
    return found === null ? [] : [path]
  })
  const alien = files.find((path) => path.endsWith('.node') && !compiled.includes(path))
  if (alien) throw new Error(`${alien} is not for Linux`)
  return compiled
}
