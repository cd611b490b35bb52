import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { must } from '../crash/checks.ts'
import { ROOT } from '../steps.ts'
import type { Machine } from './machine.ts'

/** The commands of `docs/operate/postgresql-pitr.md`, block by block, as an operator copies them. */
export interface Guide {
  /** Runs block `index` (from 1) of section `section` with replacements for what the reader fills in. */
  run: (machine: Machine, section: number, index: number, changes?: Record<string, string>) => Promise<string>
  /** Throws unless every block was run, except the named one (`1.2`), which another part runs. */
  assertComplete: (except: string) => void
}

/** Reads the guide. `ports` replaces PostgreSQL's ports, which other tests use at the same time. */
export function readGuide(path: string, ports: Record<string, string>): Guide {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const blocks = new Map<string, string>()
  let [section, index] = [0, 0]
  for (const [, heading, block] of text.matchAll(/^## (\d+)\.|^```sh\n(.*?)^```/gms)) {
    if (heading) [section, index] = [Number(heading), 0]
    if (!block) continue
    index += 1
    blocks.set(`${section}.${index}`, block)
  }
  const left = new Set(blocks.keys())
  return {
    run: (machine, ofSection, number, changes = {}) => {
      const name = `${ofSection}.${number}`
      const block = blocks.get(name)
      must(block !== undefined, `${path} has no block ${name}`)
      left.delete(name)
      let script = block
      for (const [from, to] of Object.entries(changes)) {
        must(script.includes(from), `block ${name} does not contain ${from}`)
        script = script.replaceAll(from, to)
      }
      for (const [from, to] of Object.entries(ports)) script = script.replaceAll(from, to)
      return machine.run(script)
    },
    assertComplete: (except) => {
      left.delete(except)
      must(left.size === 0, `blocks of ${path} that nothing ran: ${[...left].join(', ')}`)
    },
  }
}
