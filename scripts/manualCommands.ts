/**
 * `npm run test:manual`: runs every command of docs/operate on a newly installed Debian with systemd, page by page, with
 * the archive of this version. Each page begins on a new machine, on which the pages before it have been run. With
 * arguments, only the named pages. Needs root on Debian.
 */
import { copyFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { canInstall } from './debian.ts'
import { bareRoot } from './machine/debian.ts'
import { startMachine, type Terminal } from './machine/machine.ts'
import { type CommandBlock, type ManualPage, packagesOf, pathTo, readManual } from './machine/manual.ts'
import { release } from './release.ts'
import { type Counts, finish, say } from './steps.ts'

if (!canInstall()) throw new Error('test:manual needs root on Debian')

/** Debian's standard installation has these; the root of debootstrap does not. */
const STANDARD = ['curl', 'openssl', 'ca-certificates']

const pages = readManual()
const wanted = process.argv.slice(2)
const chosen = pages.filter(
  ({ name, blocks }) =>
    blocks.length > 0 && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
)
const [archive = ''] = process.env.ARCHIVE ? [process.env.ARCHIVE] : await release(['linux-x64'])
const root = bareRoot([...STANDARD, ...packagesOf(pages)])
const counts: Counts[] = []
for (const page of chosen) counts.push(await runPage(page))
finish(counts)

/** Runs the page on a new machine and counts its blocks. */
async function runPage(page: ManualPage): Promise<Counts> {
  const machine = await startMachine(root)
  for (const path of [archive, `${archive}.sha256`])
    copyFileSync(path, join(machine.root, 'root', basename(path)))
  const terminal = machine.terminal()
  const counts: Counts = { passed: 0, failed: 0 }
  try {
    await must(terminal, `apt-get install -q -y --no-install-recommends ${STANDARD.join(' ')}`)
    for (const each of pathTo(page, pages)) {
      for (const block of each.blocks) {
        const failure = await runBlock(terminal, block)
        if (failure) {
          counts.failed += 1
          say(`✖ ${each.name}:${block.line}\n${failure}`)
          return counts
        }
        if (each === page) counts.passed += 1
      }
    }
    const skipped = page.blocks.filter(({ notRun }) => notRun !== null)
    say(
      `✔ ${page.name}：${counts.passed - skipped.length} 段命令${skipped.length > 0 ? `，${skipped.length} 段有理由不运行` : ''}`,
    )
    return counts
  } finally {
    terminal.close()
    await machine.stop()
  }
}

async function must(terminal: Terminal, command: string): Promise<void> {
  const { code, output } = await terminal.run(command)
  if (code !== 0) throw new Error(`${command}\n${output}`)
}

/** Runs the commands of a block; returns the first one that failed, with its output. */
async function runBlock(
  terminal: Terminal,
  { commands, given, notRun }: CommandBlock,
): Promise<string | null> {
  if (notRun !== null) return null
  for (const command of [...given, ...commands]) {
    const { code, output, seconds } = await terminal.run(command)
    if (process.env.SHOW) say(`# ${command}\n${output}(${seconds.toFixed(1)} s)`)
    if (code !== 0) return `# ${command}\n${output}(exit ${code})`
  }
  return null
}
