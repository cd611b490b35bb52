import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../steps.ts'

export const MANUAL = join(ROOT, 'docs/operate')

/** A block of commands in a page of the manual. */
export interface CommandBlock {
  /** The line on which the block begins. */
  line: number
  commands: string[]
  /** Commands that stand for what the operator has from elsewhere, such as a certificate; run before the block. */
  given: string[]
  /** Why the test does not run the block; null if it does. */
  notRun: string | null
}

/** A page of the manual. */
export interface ManualPage {
  name: string
  /** The page whose commands the machine has run before; null for a machine without anything. */
  after: string | null
  /** Why the test runs none of its blocks, such as another test that does; null if it runs them. */
  notRun: string | null
  blocks: CommandBlock[]
}

/**
 * Reads a page: its blocks marked `sh`, and the comments that only the test reads, each on a line of its own:
 * `<!-- after: PAGE -->` or `<!-- page not run: REASON -->` once, and before a block `<!-- given: COMMAND -->` or `<!-- not run: REASON -->`.
 */
export function readPage(name: string, text = readFileSync(join(MANUAL, name), 'utf8')): ManualPage {
  const page: ManualPage = { name, after: null, notRun: null, blocks: [] }
  let notes: Pick<CommandBlock, 'given' | 'notRun'> = { given: [], notRun: null }
  let open: { line: number; text: string; language: string } | null = null
  for (const [index, line] of text.split('\n').entries()) {
    const fence = /^\s*```(\w*)$/.exec(line)
    if (fence && open) {
      if (open.language === 'sh')
        page.blocks.push({ line: open.line, commands: commandsOf(open.text), ...notes })
      notes = { given: [], notRun: page.notRun }
      open = null
    } else if (fence) open = { line: index + 1, text: '', language: fence[1] ?? '' }
    else if (open) open.text += `${line}\n`
    else readNote(line, page, notes)
  }
  if (open) throw new Error(`${name}:${open.line}: the block has no end`)
  return page
}

function readNote(line: string, page: ManualPage, notes: Pick<CommandBlock, 'given' | 'notRun'>): void {
  const [, kind, content = ''] = /^\s*<!-- (after|given|not run|page not run): (.+) -->$/.exec(line) ?? []
  if (kind === 'after') page.after = content
  if (kind === 'given') notes.given.push(content)
  if (kind === 'page not run') page.notRun = content
  if (kind === 'not run' || kind === 'page not run') notes.notRun = content
}

/** Splits a block into commands: a command ends with the first line after which the shell expects nothing more. */
function commandsOf(text: string): string[] {
  const commands: string[] = []
  let pending = ''
  for (const line of text.split('\n')) {
    if (pending === '' && (line.trim() === '' || line.trim().startsWith('#'))) continue
    pending += pending === '' ? line : `\n${line}`
    if (!isComplete(pending)) continue
    commands.push(pending.trim())
    pending = ''
  }
  if (pending !== '') throw new Error(`not a complete command: ${pending}`)
  return commands
}

function isComplete(text: string): boolean {
  const { status, stderr } = spawnSync('bash', ['-n'], { input: `${text}\n`, encoding: 'utf8' })
  return status === 0 && !text.endsWith('\\') && !stderr.includes('here-document')
}

/** All pages, in the order of their names. */
export function readManual(): ManualPage[] {
  const names = readdirSync(MANUAL).filter((name) => name.endsWith('.md'))
  return names.sort().map((name) => readPage(name))
}

/** The pages to run for one page: those that come before it, and the page itself. */
export function pathTo(page: ManualPage, pages: readonly ManualPage[]): ManualPage[] {
  if (page.after === null) return [page]
  const before = pages.find(({ name }) => name === page.after)
  if (!before) throw new Error(`${page.name}: there is no page ${page.after}`)
  return [...pathTo(before, pages), page]
}

/** The Debian packages that the commands install. */
export function packagesOf(pages: readonly ManualPage[]): string[] {
  const lines = pages.flatMap(({ blocks }) =>
    blocks.filter(({ notRun }) => notRun === null).flatMap(({ commands, given }) => [...given, ...commands]),
  )
  const installs = lines.flatMap((line) => [...line.matchAll(/apt-get install((?: [a-z0-9.+-]+)+)/g)])
  const words = installs.flatMap(([, names = '']) => names.trim().split(' '))
  return [...new Set(words)].filter((word) => !word.startsWith('-')).sort()
}
