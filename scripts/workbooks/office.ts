import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { canInstall, install } from '../debian.ts'

const PACKAGES = ['libreoffice-calc', 'poppler-utils', 'fonts-noto-cjk']
const PROGRAMS = ['soffice', 'pdftotext', 'pdfinfo']

const isInstalled = (name: string) =>
  (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, name)))

/** Whether LibreOffice and the tools for its PDF are there; on Debian as root, they are installed. */
export function hasOffice(): boolean {
  const isComplete = () => PROGRAMS.every(isInstalled)
  return isComplete() || (canInstall() && install(...PACKAGES) && isComplete())
}

/** The cells of each sheet of a workbook as LibreOffice shows them, and the pages as it prints them. */
export interface Opened {
  /** The text of a file with the cells of a sheet, separated by commas, by the sheet's name. */
  sheets: Map<string, string>
  /** The size in points and the text of each printed page. */
  pages: PrintedPage[]
}

export interface PrintedPage {
  width: number
  height: number
  text: string
}

/** Comma, quotation marks, UTF-8, from row 1, as shown in the cell, every sheet in a file of its own. */
const CSV = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,true,false,false,-1'

/** Opens workbooks in LibreOffice, all in one start for each format; `printed` are those that are also printed. */
export function openInOffice(files: readonly string[], printed: readonly string[]): Map<string, Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'houtai-office-'))
  try {
    const [csv, pdf] = [join(folder, 'csv'), join(folder, 'pdf')]
    for (const target of [csv, pdf]) mkdirSync(target)
    convert(folder, CSV, csv, files)
    convert(folder, 'pdf', pdf, printed)
    return new Map(
      files.map((file) => {
        const name = basename(file, '.xlsx')
        const pages = printed.includes(file) ? pagesOf(join(pdf, `${name}.pdf`)) : []
        return [file, { sheets: sheetsOf(csv, name), pages }]
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function convert(folder: string, format: string, target: string, files: readonly string[]): void {
  if (files.length === 0) return
  // A profile of its own: another LibreOffice may be running.
  const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
  const { status, stdout, stderr } = spawnSync(
    'soffice',
    [profile, '--headless', '--convert-to', format, '--outdir', target, ...files],
    { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  if (status !== 0) throw new Error(`LibreOffice: ${stdout}${stderr}`)
}

/** LibreOffice writes `name-sheet.csv` for each sheet. */
function sheetsOf(folder: string, name: string): Map<string, string> {
  const own = readdirSync(folder).filter((file) => file.startsWith(`${name}-`) && file.endsWith('.csv'))
  return new Map(
    own.map((file) => [
      file.slice(name.length + 1, -'.csv'.length),
      readFileSync(join(folder, file), 'utf8'),
    ]),
  )
}

function pagesOf(pdf: string): PrintedPage[] {
  const run = (program: string, ...args: string[]) =>
    spawnSync(program, args, { encoding: 'utf8', maxBuffer: 256 * 1024 * 1024 }).stdout
  const sizes = [...run('pdfinfo', '-l', '-1', pdf).matchAll(/^Page\s+\d+ size:\s+([\d.]+) x ([\d.]+)/gm)]
  const texts = run('pdftotext', '-layout', pdf, '-').split('\f')
  return sizes.map(([, width, height], at) => ({
    width: Number(width),
    height: Number(height),
    text: texts[at] ?? '',
  }))
}
